import type { Judgement } from '../../lib/judge/judgement'
import type { Operation, OperationResponse } from '../../lib/operation'
import type { SchemaNode } from '../../lib/schema-node'
import type { BackendAnswer, BackendOperation } from './backend-document'
import { plainValue } from './boundary-values'
import { classifyAnswer } from './classify-answer'
import { compareHeaders } from './compare-headers'
import type { Comparer } from './comparer'
import { contractPlace } from './contract-place'
import { listed } from './describe'
import { judgementOf } from './draft'
import type { Gap } from './gap'

/** A judgement that stands only if the document usually says what it does not say here. */
export type Pending = { readonly judgement: Judgement; readonly unsaid?: string }

/** DR21–DR41, DR51–DR55 of the answers of success. */
export function compareSuccess(
  comparer: Comparer,
  operation: Operation,
  backend: BackendOperation,
): Pending[] {
  const own = operation.responses.filter(({ status }) => status < 300)
  const theirs = backend.answers.filter(({ status }) => status < 300)
  const unknown = theirs.filter(({ status }) => !own.some(one => one.status === status))
  const lost = own.filter(({ status }) => !theirs.some(one => one.status === status))
  return [
    ...own.flatMap(answer => {
      const other = theirs.find(({ status }) => status === answer.status)
      return other ? compareAnswer(comparer, operation, answer, other) : []
    }),
    ...unknown.flatMap((other, index) => {
      const answer = lost[index] ?? own[0]
      return answer ? renumbered(comparer, operation, answer, other, lost[index] !== undefined) : []
    }),
  ]
}

function renumbered(
  comparer: Comparer,
  operation: Operation,
  answer: OperationResponse,
  other: BackendAnswer,
  isLost: boolean,
): Pending[] {
  const { status } = answer
  const what = isLost
    ? `the contract answers ${status}, the document ${other.status}`
    : `the document also answers ${other.status}`
  const hasBody = other.content.size > 0
  const driftId =
    answer.kind === 'empty' && hasBody
      ? 'DR41'
      : answer.kind === 'json' && other.status === 204
        ? 'DR37'
        : 'DR40'
  const judgement = judgementOf({
    driftId,
    operation,
    place: `answer ${other.status}`,
    status,
    what,
    witness: other.status,
    isAssumed: answer.assumed === true,
  })
  const rest = driftId === 'DR40' && isLost ? compareAnswer(comparer, operation, answer, other) : []
  return [{ judgement }, ...rest]
}

/** One answer under one status: its media type, its headers and its body. */
export function compareAnswer(
  comparer: Comparer,
  operation: Operation,
  answer: OperationResponse,
  other: BackendAnswer,
): Pending[] {
  const headers = compareHeaders(comparer, operation, answer, other)
  if (other.content.size === 0) return headers
  const type = mediaType(comparer, operation, answer, other)
  const schema = jsonOf(other)
  if (answer.kind !== 'json' || !answer.schema || !schema) return [...headers, ...type]
  const gaps = comparer.answers.gaps(schema, answer.schema)
  return [...headers, ...type, ...gaps.flatMap(gap => bodyGap(comparer, operation, answer, gap))]
}

function jsonOf({ content }: BackendAnswer): SchemaNode | undefined {
  const key =
    [...content.keys()].find(type => /[/+]json$/.test(type)) ?? (content.has('*/*') ? '*/*' : undefined)
  return key === undefined ? undefined : content.get(key)
}

function mediaType(
  { backend }: Comparer,
  operation: Operation,
  answer: OperationResponse,
  { content, status }: BackendAnswer,
): Pending[] {
  const types = [...content.keys()]
  const json = content.get('application/json')
  const base = { operation, status: answer.status, isAssumed: answer.assumed === true }
  if (answer.kind === 'empty') {
    const what = `the contract answers ${answer.status} without a body, the document with one`
    const witness = plainValue(json ?? {}, backend.schemas)
    return [
      { judgement: judgementOf({ ...base, driftId: 'DR41', place: `answer ${status}`, what, witness }) },
    ]
  }
  const [main] = (answer.contentType ?? '').split('/')
  if (types.some(type => type === answer.contentType || type === `${main}/*` || type === '*/*')) return []
  // FastAPI writes this of every call whose answer it does not know.
  if (json && Object.keys(json).length === 0) return []
  const isBinaryLost = answer.kind === 'binary' && json !== undefined
  return [
    {
      judgement: judgementOf({
        ...base,
        driftId: isBinaryLost ? 'DR54' : 'DR51',
        place: `answer ${status} header content-type`,
        what: `the contract answers with ${answer.contentType}, the document with ${listed(types)}`,
        witness: types[0],
      }),
    },
  ]
}

export function bodyGap(
  { contract }: Comparer,
  operation: Operation,
  answer: OperationResponse,
  gap: Gap,
): Pending[] {
  const mark = contractPlace(answer.schema ?? {}, contract.schemas, gap.pointer)
  const verdict = classifyAnswer(gap, mark)
  if (!verdict) return []
  const isGuess = gap.kind === 'unused' && gap.values?.every(value => mark.assumedValues.includes(value))
  const judgement = judgementOf({
    ...verdict,
    operation,
    place: `answer ${answer.status} ${gap.pointer}`.trim(),
    status: answer.status,
    pointer: gap.pointer,
    witness: gap.witness,
    isAssumed: mark.isAssumed || answer.assumed === true || isGuess === true,
  })
  return [{ judgement, ...(gap.unsaid !== undefined && { unsaid: gap.unsaid }) }]
}
