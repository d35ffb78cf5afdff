import type { Judgement } from '../../lib/judge/judgement'
import { areLikeTexts } from '../../lib/judge/like-names'
import type { Operation, OperationResponse } from '../../lib/operation'
import type { SchemaNode } from '../../lib/schema-node'
import { alternativesOf } from './alternatives'
import type { BackendAnswer, BackendOperation } from './backend-document'
import { bodyGap, compareAnswer, type Pending } from './compare-answers'
import { compareHeaders } from './compare-headers'
import type { Comparer } from './comparer'
import { contractPlace } from './contract-place'
import { listed } from './describe'
import { judgementOf } from './draft'
import type { Gap } from './gap'

/** DR42–DR49 as far as the document speaks of errors: frameworks leave out most, so silence says nothing. */
export function compareErrors(
  comparer: Comparer,
  operation: Operation,
  backend: BackendOperation,
): Pending[] {
  const own = operation.responses.filter(({ status }) => status >= 300)
  const theirs = backend.answers.filter(({ status }) => status >= 300)
  const known = own.flatMap(answer => {
    const other = theirs.find(({ status }) => status === answer.status)
    return other ? compareError(comparer, operation, answer, other) : []
  })
  const lost = own.filter(({ status }) => !theirs.some(one => one.status === status))
  const unknown = theirs.filter(({ status }) => status >= 400 && !own.some(one => one.status === status))
  return [...known, ...unknown.flatMap(other => newStatus(comparer, operation, lost, other))]
}

/** A status that the contract does not have: in place of one that it has, or beside all of them. */
function newStatus(
  comparer: Comparer,
  operation: Operation,
  lost: readonly OperationResponse[],
  other: BackendAnswer,
): Pending[] {
  // The framework's own answer to a malformed request stands on every call that takes anything.
  if (other.status === 422) return []
  const details = detailsOf(comparer, other)
  const from =
    lost.find(answer => answer.details?.some(detail => details.includes(detail))) ??
    (lost.length === 1 && lost[0]?.status !== 422 ? lost[0] : undefined)
  const judgement: Judgement = judgementOf({
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
  return [{ judgement }]
}

function compareError(
  comparer: Comparer,
  operation: Operation,
  answer: OperationResponse,
  other: BackendAnswer,
): Pending[] {
  if (!answer.details) return compareAnswer(comparer, operation, answer, other)
  const schema = [...other.content].find(([type]) => /[/+]json$/.test(type))?.[1]
  if (!schema) return other.content.size > 0 ? compareAnswer(comparer, operation, answer, other) : []
  const headers = compareHeaders(comparer, operation, answer, other)
  if (isFrameworkError(comparer, schema)) return headers
  const gaps = withoutEchoes(comparer.answers.gaps(schema, answer.schema ?? {}))
  return [...headers, ...gaps.flatMap(gap => errorGap(comparer, operation, answer, gap))]
}

/** A detail that is written otherwise is no longer written as before, and another shape has other fields: one thing each. */
function withoutEchoes(gaps: readonly Gap[]): Gap[] {
  const isNew = gaps.some(({ kind, pointer }) => kind === 'enum' && pointer === '/detail')
  const isReshaped = gaps.some(gap => gap.pointer === '/detail' && isShape(gap))
  return gaps.filter(({ kind, pointer }) => {
    if (kind === 'unused' && pointer === '/detail') return !isNew
    return !(isReshaped && (kind === 'extra' || kind === 'gone'))
  })
}

function isShape({ kind }: Gap): boolean {
  return kind === 'missing' || kind === 'renamed' || kind === 'type'
}

function errorGap(comparer: Comparer, operation: Operation, answer: OperationResponse, gap: Gap): Pending[] {
  const isDetail = gap.pointer === '/detail'
  const shape = answer.status === 422 ? 'DR49' : 'DR46'
  const base = {
    operation,
    status: answer.status,
    witness: gap.witness,
    isAssumed:
      answer.assumed === true ||
      contractPlace(answer.schema ?? {}, comparer.contract.schemas, gap.pointer).isAssumed,
  }
  if ((isDetail && isShape(gap)) || (gap.pointer === '' && gap.kind !== 'extra')) {
    const what =
      gap.kind === 'renamed'
        ? `the document writes "${gap.name}" in place of "detail"`
        : 'the document writes errors in another shape than {"detail": "..."}'
    return [
      {
        judgement: judgementOf({
          ...base,
          driftId: shape,
          place: `answer ${answer.status}`,
          pointer: '',
          what,
        }),
      },
    ]
  }
  if (isDetail && gap.kind === 'enum' && gap.values) {
    return gap.values.map(value => ({ judgement: newDetail(comparer, operation, answer, value) }))
  }
  // A text without a list of values is how nearly every document writes a detail.
  if (isDetail && gap.kind === 'enum') return []
  if (answer.status === 422 && gap.pointer.startsWith('/detail/')) {
    if (gap.unsaid !== undefined || gap.kind === 'extra' || gap.kind === 'gone') return []
    const what = 'the document writes the list of refused fields in another shape'
    return [
      {
        judgement: judgementOf({
          ...base,
          driftId: 'DR49',
          place: `answer 422 ${gap.pointer}`,
          pointer: gap.pointer,
          what,
        }),
      },
    ]
  }
  return bodyGap(comparer, operation, answer, gap)
}

function newDetail(
  { contract }: Comparer,
  operation: Operation,
  answer: OperationResponse,
  value: unknown,
): Judgement {
  const known = answer.details ?? []
  const base = {
    operation,
    place: `answer ${answer.status} detail`,
    status: answer.status,
    pointer: '/detail',
    witness: { detail: value },
    isAssumed: answer.assumed === true,
  }
  const all = operation.responses.filter(({ status }) => status >= 400)
  const elsewhere = all.find(({ details }) => details?.some(detail => detail === value))
  if (elsewhere) {
    const what = `the document answers ${answer.status} with "${String(value)}", the contract ${elsewhere.status}`
    return judgementOf({ ...base, driftId: 'DR43', what })
  }
  const like = known.find(detail => areLikeTexts(detail, String(value)))
  if (like !== undefined) {
    const what = `the contract has the detail "${like}", the document "${String(value)}"`
    return judgementOf({ ...base, driftId: 'DR48', what })
  }
  const catalogue = contract.schemas.ErrorDetail?.enum ?? []
  return judgementOf({
    ...base,
    driftId: 'DR47',
    what: `the document adds the detail "${String(value)}"; the contract has ${listed(known)}`,
    ...(catalogue.includes(value) && { severity: 'information' }),
  })
}

/** FastAPI's own list of refused fields, which it writes for every call, whatever else the call answers. */
function isFrameworkError({ backend }: Comparer, schema: SchemaNode): boolean {
  const bodies = alternativesOf(schema, backend.schemas)
  return bodies.every(({ flat }) => {
    const detail = flat.properties.get('detail')
    const lists = detail ? alternativesOf(detail, backend.schemas) : []
    return (
      lists.length > 0 &&
      lists.every(({ type, flat: { items } }) => {
        const fields = type === 'array' && items ? alternativesOf(items, backend.schemas) : []
        return fields.some(one => ['loc', 'msg', 'type'].every(name => one.flat.properties.has(name)))
      })
    )
  })
}

function detailsOf({ backend }: Comparer, { content }: BackendAnswer): unknown[] {
  return [...content.values()].flatMap(schema =>
    alternativesOf(schema, backend.schemas).flatMap(({ flat }) => {
      const detail = flat.properties.get('detail')
      return detail ? alternativesOf(detail, backend.schemas).flatMap(one => one.flat.values ?? []) : []
    }),
  )
}
