import type { Operation, OperationResponse } from '../../lib/operation'
import type { SchemaNode } from '../../lib/schema-node'
import { areSimilarTexts } from '../../lib/similar-names'
import type { ContractViolation } from '../../lib/validator/drift-classes'
import { getAlternatives } from './alternatives'
import { annotationsAt, listed } from './classify'
import {
  compareHeaders,
  compareResponse,
  mediaType,
  type ProvisionalViolation,
  toBodyViolation,
} from './compare-responses'
import type { Comparer } from './compare-schema'
import { type Gap, makeViolation } from './gap'
import type { BackendOperation, BackendResponse } from './normalise-document'

/** DR42–DR49. Frameworks leave out most errors, so a missing one is no drift. */
export function compareErrors(
  comparer: Comparer,
  operation: Operation,
  backend: BackendOperation,
): ProvisionalViolation[] {
  const own = operation.responses.filter(({ status }) => status >= 300)
  const theirs = backend.responses.filter(({ status }) => status >= 300)
  const known = own.flatMap(response => {
    const other = theirs.find(({ status }) => status === response.status)
    return other ? compareError(comparer, operation, response, other) : []
  })
  const lost = own.filter(({ status }) => !theirs.some(one => one.status === status))
  const unknown = theirs.filter(({ status }) => status >= 400 && !own.some(one => one.status === status))
  return [...known, ...unknown.flatMap(other => newStatus(comparer, operation, lost, other))]
}

/** A status that the contract does not have: instead of a documented one, or in addition. */
function newStatus(
  comparer: Comparer,
  operation: Operation,
  lost: readonly OperationResponse[],
  other: BackendResponse,
): ProvisionalViolation[] {
  // FastAPI adds 422 to every operation with parameters or a body.
  if (other.status === 422) return []
  const details = getDetails(comparer, other)
  const from =
    lost.find(response => response.details?.some(detail => details.includes(detail))) ??
    (lost.length === 1 && lost[0]?.status !== 422 ? lost[0] : undefined)
  const violation: ContractViolation = makeViolation({
    driftId: 'DR42',
    operation,
    place: `answer ${other.status}`,
    what: from
      ? `the contract answers ${from.status}, the document ${other.status}, which the contract does not have`
      : `the document also answers ${other.status}, which the contract does not have`,
    witness: details.length > 0 ? { status: other.status, detail: details[0] } : other.status,
    isAssumed: from?.assumed === true,
    ...(from && { status: from.status }),
    ...(!from && { severity: 'information' }),
  })
  return [{ violation }]
}

function compareError(
  comparer: Comparer,
  operation: Operation,
  response: OperationResponse,
  other: BackendResponse,
): ProvisionalViolation[] {
  if (!response.details) return compareResponse(comparer, operation, response, other)
  const schema = [...other.content].find(([type]) => /[/+]json$/.test(type))?.[1]
  if (!schema) return other.content.size > 0 ? compareResponse(comparer, operation, response, other) : []
  const headers = [
    ...compareHeaders(comparer, operation, response, other),
    ...mediaType(comparer, operation, response, other),
  ]
  if (isFrameworkError(comparer, schema)) return headers
  const gaps = withoutImplied(comparer.responses.gaps(schema, response.schema ?? {}))
  return [...headers, ...gaps.flatMap(gap => errorGap(comparer, operation, response, gap))]
}

/**
 * Drops gaps that follow from another: a new detail implies an unused one, another shape implies other
 * fields.
 */
function withoutImplied(gaps: readonly Gap[]): Gap[] {
  const isNew = gaps.some(({ kind, pointer }) => kind === 'enum' && pointer === '/detail')
  const isReshaped = gaps.some(gap => gap.pointer === '/detail' && isShape(gap))
  return gaps.filter(({ kind, pointer }) => {
    if (kind === 'unused' && pointer === '/detail') return !isNew
    return !(isReshaped && (kind === 'extra' || kind === 'removed'))
  })
}

function isShape({ kind }: Gap): boolean {
  return kind === 'missing' || kind === 'renamed' || kind === 'type'
}

function errorGap(
  comparer: Comparer,
  operation: Operation,
  response: OperationResponse,
  gap: Gap,
): ProvisionalViolation[] {
  const isDetail = gap.pointer === '/detail'
  const shape = response.status === 422 ? 'DR49' : 'DR46'
  const base = {
    operation,
    status: response.status,
    witness: gap.witness,
    isAssumed:
      response.assumed === true ||
      annotationsAt(response.schema ?? {}, comparer.contract.schemas, gap.pointer).isAssumed,
  }
  if ((isDetail && isShape(gap)) || (gap.pointer === '' && gap.kind !== 'extra')) {
    const what =
      gap.kind === 'renamed'
        ? `the document writes "${gap.name}" in place of "detail"`
        : 'the document writes errors in another shape than {"detail": "..."}'
    return [
      {
        violation: makeViolation({
          ...base,
          driftId: shape,
          place: `answer ${response.status}`,
          pointer: '',
          what,
        }),
      },
    ]
  }
  if (isDetail && gap.kind === 'enum' && gap.values) {
    return gap.values.map(value => ({ violation: newDetail(comparer, operation, response, value) }))
  }
  // Most documents describe the detail as a plain string.
  if (isDetail && gap.kind === 'enum') return []
  if (response.status === 422 && gap.pointer.startsWith('/detail/')) {
    if (gap.unspecified !== undefined || gap.kind === 'extra' || gap.kind === 'removed') return []
    const what = 'the document writes the list of validation errors in another shape'
    return [
      {
        violation: makeViolation({
          ...base,
          driftId: 'DR49',
          place: `answer 422 ${gap.pointer}`,
          pointer: gap.pointer,
          what,
        }),
      },
    ]
  }
  return toBodyViolation(comparer, operation, response, gap)
}

function newDetail(
  { contract }: Comparer,
  operation: Operation,
  response: OperationResponse,
  value: unknown,
): ContractViolation {
  const known = response.details ?? []
  const base = {
    operation,
    place: `answer ${response.status} detail`,
    status: response.status,
    pointer: '/detail',
    witness: { detail: value },
    isAssumed: response.assumed === true,
  }
  const all = operation.responses.filter(({ status }) => status >= 400)
  const elsewhere = all.find(({ details }) => details?.some(detail => detail === value))
  if (elsewhere) {
    const what = `the document answers ${response.status} with "${String(value)}", the contract ${elsewhere.status}`
    return makeViolation({ ...base, driftId: 'DR43', what })
  }
  const like = known.find(detail => areSimilarTexts(detail, String(value)))
  if (like !== undefined) {
    const what = `the contract has the detail "${like}", the document "${String(value)}"`
    return makeViolation({ ...base, driftId: 'DR48', what })
  }
  const catalogue = contract.schemas.ErrorDetail?.enum ?? []
  return makeViolation({
    ...base,
    driftId: 'DR47',
    what: `the document adds the detail "${String(value)}"; the contract has ${listed(known)}`,
    ...(catalogue.includes(value) && { severity: 'information' }),
  })
}

/** FastAPI's HTTPValidationError, which it adds to every operation. */
function isFrameworkError({ backend }: Comparer, schema: SchemaNode): boolean {
  const bodies = getAlternatives(schema, backend.schemas)
  return bodies.every(({ flat }) => {
    const detail = flat.properties.get('detail')
    const lists = detail ? getAlternatives(detail, backend.schemas) : []
    return (
      lists.length > 0 &&
      lists.every(({ type, flat: { items } }) => {
        const fields = type === 'array' && items ? getAlternatives(items, backend.schemas) : []
        return fields.some(one => ['loc', 'msg', 'type'].every(name => one.flat.properties.has(name)))
      })
    )
  })
}

function getDetails({ backend }: Comparer, { content }: BackendResponse): unknown[] {
  return [...content.values()].flatMap(schema =>
    getAlternatives(schema, backend.schemas).flatMap(({ flat }) => {
      const detail = flat.properties.get('detail')
      return detail ? getAlternatives(detail, backend.schemas).flatMap(one => one.flat.values ?? []) : []
    }),
  )
}
