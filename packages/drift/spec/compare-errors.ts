import type { OperationResponse } from '../../contract/operation'
import type { SchemaNode } from '../../contract/schema-node'
import { areSimilarTexts } from '../../contract/similar-names'
import { driftIds } from '../../contract/validator/drift-ids'
import { getAlternatives } from './alternatives'
import { annotationsAt, listed } from './classify'
import {
  compareHeaders,
  compareResponse,
  mediaType,
  ofResponse,
  type ProvisionalViolation,
  type ResponsePair,
  toBodyViolation,
} from './compare-responses'
import type { Comparer, Pair } from './compare-schema'
import { type Gap, makeViolation } from './gap'
import type { BackendResponse } from './normalise-document'

/** DR42–DR49. Frameworks leave out most errors, so a missing one is no drift. */
export function compareErrors(pair: Pair): ProvisionalViolation[] {
  const own = pair.operation.responses.filter(({ status }) => status >= 300)
  const theirs = pair.backend.responses.filter(({ status }) => status >= 300)
  const known = own.flatMap(response => {
    const other = theirs.find(({ status }) => status === response.status)
    return other ? compareError({ ...pair, response, other }) : []
  })
  const lost = own.filter(({ status }) => !theirs.some(one => one.status === status))
  const unknown = theirs.filter(({ status }) => status >= 400 && !own.some(one => one.status === status))
  return [...known, ...unknown.flatMap(other => newStatus(pair, lost, other))]
}

/** A status that the contract does not have: instead of a documented one, or in addition. */
function newStatus(
  { comparer, operation }: Pair,
  lost: readonly OperationResponse[],
  other: BackendResponse,
): ProvisionalViolation[] {
  // FastAPI adds 422 to every operation with parameters or a body.
  if (other.status === 422) return []
  const details = getDetails(comparer, other)
  const from =
    lost.find(response => response.details?.some(detail => details.includes(detail))) ??
    (lost.length === 1 && lost[0]?.status !== 422 ? lost[0] : undefined)
  const violation = makeViolation({
    driftId: driftIds.errorUndocumented,
    operation,
    place: `answer ${other.status}`,
    what: from
      ? `the contract answers ${from.status}, the document ${other.status}, which the contract does not have`
      : `the document also answers ${other.status}, which the contract does not have`,
    witness: details.length > 0 ? { status: other.status, detail: details[0] } : other.status,
    isAssumed: from?.assumed === true,
    ...(from ? { status: from.status } : { severity: 'information' }),
  })
  return [{ violation }]
}

function compareError(pair: ResponsePair): ProvisionalViolation[] {
  const { comparer, response, other } = pair
  if (!response.details) return compareResponse(pair)
  const schema = [...other.content].find(([type]) => /[/+]json$/.test(type))?.[1]
  if (!schema) return other.content.size > 0 ? compareResponse(pair) : []
  const headers = [...compareHeaders(pair), ...mediaType(pair)]
  if (isFrameworkError(comparer, schema)) return headers
  const gaps = withoutImplied(comparer.responses.gaps(schema, response.schema ?? {}))
  return [...headers, ...gaps.flatMap(gap => errorGap(pair, gap))]
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

function errorGap(pair: ResponsePair, gap: Gap): ProvisionalViolation[] {
  const { comparer, response } = pair
  const { pointer, witness } = gap
  const isDetail = pointer === '/detail'
  const is422 = response.status === 422
  const { isAssumed } = annotationsAt(response.schema ?? {}, comparer.contract.schemas, pointer)
  if ((isDetail && isShape(gap)) || (pointer === '' && gap.kind !== 'extra')) {
    const driftId = is422 ? driftIds.validationErrorShape : driftIds.errorShape
    const place = `answer ${response.status}`
    const what =
      gap.kind === 'renamed'
        ? `the document writes "${gap.name}" in place of "detail"`
        : 'the document writes errors in another shape than {"detail": "..."}'
    return [ofResponse(pair, { driftId, place, pointer: '', what, witness, isAssumed })]
  }
  if (isDetail && gap.kind === 'enum' && gap.values) return gap.values.map(value => newDetail(pair, value))
  // Most documents describe the detail as a plain string.
  if (isDetail && gap.kind === 'enum') return []
  if (is422 && pointer.startsWith('/detail/')) {
    if (gap.unspecified !== undefined || gap.kind === 'extra' || gap.kind === 'removed') return []
    const what = 'the document writes the list of validation errors in another shape'
    const place = `answer 422 ${pointer}`
    return [
      ofResponse(pair, { driftId: driftIds.validationErrorShape, place, pointer, what, witness, isAssumed }),
    ]
  }
  return toBodyViolation(pair, gap)
}

function newDetail(pair: ResponsePair, value: unknown): ProvisionalViolation {
  const { comparer, operation, response } = pair
  const known = response.details ?? []
  const place = `answer ${response.status} detail`
  const base = { place, pointer: '/detail', witness: { detail: value } }
  const all = operation.responses.filter(({ status }) => status >= 400)
  const elsewhere = all.find(({ details }) => details?.some(detail => detail === value))
  if (elsewhere) {
    const what = `the document answers ${response.status} with "${String(value)}", the contract ${elsewhere.status}`
    return ofResponse(pair, { ...base, driftId: driftIds.otherError, what })
  }
  const like = known.find(detail => areSimilarTexts(detail, String(value)))
  if (like !== undefined) {
    const what = `the contract has the detail "${like}", the document "${String(value)}"`
    return ofResponse(pair, { ...base, driftId: driftIds.detailSpelling, what })
  }
  const catalogue = comparer.contract.schemas.ErrorDetail?.enum ?? []
  const severity = catalogue.includes(value) && { severity: 'information' as const }
  const what = `the document adds the detail "${String(value)}"; the contract has ${listed(known)}`
  return ofResponse(pair, { ...base, driftId: driftIds.detailUnknown, what, ...severity })
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
