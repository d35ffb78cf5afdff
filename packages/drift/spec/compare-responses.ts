import { matches } from '../../contract/json-schema'
import type { OperationResponse, ResponseHeader } from '../../contract/operation'
import type { SchemaNode } from '../../contract/schema-node'
import type { ContractViolation, DriftId } from '../../contract/validator/drift-classes'
import { driftIds } from '../../contract/validator/drift-ids'
import { getAlternatives } from './alternatives'
import { plainValue, scalarValues } from './boundary-values'
import { annotationsAt, classifyResponse, listed } from './classify'
import type { Comparer, Pair } from './compare-schema'
import { type Draft, type Gap, type Keyword, makeViolation } from './gap'
import type { BackendHeader, BackendResponse } from './normalise-document'

/** A violation that is dropped if the document rarely specifies what is missing here. */
export type ProvisionalViolation = { readonly violation: ContractViolation; readonly unspecified?: string }

/** A response of the contract, and the one of the document that it is compared with. */
export type ResponsePair = Pair & {
  readonly response: OperationResponse
  readonly other: BackendResponse
}

type ResponseDraft = Omit<Draft, 'operation' | 'status'> & { readonly unspecified?: Keyword | undefined }

/** A violation of a response of the contract. */
export function ofResponse(
  { operation, response }: ResponsePair,
  { unspecified, ...draft }: ResponseDraft,
): ProvisionalViolation {
  const { status } = response
  const isAssumed = draft.isAssumed === true || response.assumed === true
  const violation = makeViolation({ ...draft, operation, status, isAssumed })
  return { violation, ...(unspecified !== undefined && { unspecified }) }
}

/** Compares successful responses: statuses, media types, headers and bodies. */
export function compareSuccess(pair: Pair): ProvisionalViolation[] {
  const own = pair.operation.responses.filter(({ status }) => status < 300)
  const theirs = pair.backend.responses.filter(({ status }) => status < 300)
  const unknown = theirs.filter(({ status }) => !own.some(one => one.status === status))
  const lost = own.filter(({ status }) => !theirs.some(one => one.status === status))
  return [
    ...own.flatMap(response => {
      const other = theirs.find(({ status }) => status === response.status)
      return other ? compareResponse({ ...pair, response, other }) : []
    }),
    ...unknown.flatMap((other, index) => {
      const response = lost[index] ?? own[0]
      return response ? compareUnmatchedStatus({ ...pair, response, other }, lost[index] !== undefined) : []
    }),
  ]
}

function compareUnmatchedStatus(pair: ResponsePair, isLost: boolean): ProvisionalViolation[] {
  const { response, other } = pair
  const what = isLost
    ? `the contract answers ${response.status}, the document ${other.status}`
    : `the document also answers ${other.status}`
  const isFilled = response.kind === 'empty' && other.content.size > 0
  const isEmptied = response.kind === 'json' && other.status === 204
  const driftId = isFilled ? driftIds.bodyAdded : isEmptied ? driftIds.emptyBody : driftIds.successStatus
  const place = `answer ${other.status}`
  const rest = driftId === driftIds.successStatus && isLost ? compareResponse(pair) : []
  return [ofResponse(pair, { driftId, place, what, witness: other.status }), ...rest]
}

export function compareResponse(pair: ResponsePair): ProvisionalViolation[] {
  const { comparer, response, other } = pair
  const headers = compareHeaders(pair)
  if (other.content.size === 0 || response.kind === 'any') return headers
  const type = mediaType(pair)
  const schema = toJson(other)
  if (response.kind !== 'json' || !response.schema || !schema) return [...headers, ...type]
  const gaps = comparer.responses.gaps(schema, response.schema)
  return [...headers, ...type, ...gaps.flatMap(gap => toBodyViolation(pair, gap))]
}

function toJson({ content }: BackendResponse): SchemaNode | undefined {
  const key =
    [...content.keys()].find(type => /[/+]json$/.test(type)) ?? (content.has('*/*') ? '*/*' : undefined)
  return key === undefined ? undefined : content.get(key)
}

export function mediaType(pair: ResponsePair): ProvisionalViolation[] {
  const { comparer, response, other } = pair
  const types = [...other.content.keys()]
  const json = other.content.get('application/json')
  if (response.kind === 'empty') {
    const what = `the contract answers ${response.status} without a body, the document with one`
    const witness = plainValue(json ?? {}, comparer.backend.schemas)
    return [ofResponse(pair, { driftId: driftIds.bodyAdded, place: `answer ${other.status}`, what, witness })]
  }
  const [main] = (response.contentType ?? '').split('/')
  if (types.some(type => type === response.contentType || type === `${main}/*` || type === '*/*')) return []
  // FastAPI writes `{}` without a response model.
  if (json && Object.keys(json).length === 0) return []
  const isBinaryLost = response.kind === 'binary' && json !== undefined
  const driftId = isBinaryLost ? driftIds.binaryBecameJson : driftIds.answerMediaType
  const place = `answer ${other.status} header content-type`
  const what = `the contract answers with ${response.contentType}, the document with ${listed(types)}`
  return [ofResponse(pair, { driftId, place, what, witness: types[0] })]
}

export function toBodyViolation(pair: ResponsePair, gap: Gap): ProvisionalViolation[] {
  const { comparer, response } = pair
  const { pointer, witness, unspecified } = gap
  const annotations = annotationsAt(response.schema ?? {}, comparer.contract.schemas, pointer)
  const verdict = classifyResponse(gap, annotations)
  if (!verdict) return []
  const isGuess =
    gap.kind === 'unused' && gap.values?.every(value => annotations.assumedValues.includes(value))
  const isAssumed = annotations.isAssumed || isGuess === true
  const place = `answer ${response.status} ${pointer}`.trim()
  return [ofResponse(pair, { ...verdict, place, pointer, witness, isAssumed, unspecified })]
}

const ids: Readonly<Record<string, DriftId>> = {
  'content-disposition': driftIds.contentDisposition,
  'set-cookie': driftIds.refreshCookie,
  'retry-after': driftIds.rateLimit,
}

export function compareHeaders(pair: ResponsePair): ProvisionalViolation[] {
  const { comparer, response, other } = pair
  return response.headers.flatMap(header => {
    const driftId = ids[header.name]
    if (!driftId) return []
    const found = other.headers.find(({ name }) => name === header.name)
    if (header.required) comparer.usage.count('header', found !== undefined)
    const problem = found
      ? getProblem(comparer, header, found)
      : { what: 'the document does not name this header' }
    if (!problem || (!found && !header.required)) return []
    const place = `answer ${response.status} header ${header.name}`
    const unspecified = found ? undefined : 'header'
    return [ofResponse(pair, { driftId, place, witness: 'absent', ...problem, unspecified })]
  })
}

type Problem = { readonly what: string; readonly witness?: unknown; readonly driftId?: DriftId }

function getProblem(
  { contract, backend }: Comparer,
  header: ResponseHeader,
  other: BackendHeader,
): Problem | undefined {
  if (header.required && other.required === false)
    return { what: 'the document sends this header only sometimes' }
  const cookie = header.cookie
  if (cookie && other.cookie) {
    if (other.cookie.name !== cookie.name) {
      return {
        what: `the contract sets the cookie ${cookie.name}, the document ${String(other.cookie.name)}`,
      }
    }
    const weaker = (['httpOnly', 'secure', 'sameSite', 'path'] as const).filter(
      name => cookie[name] !== undefined && other.cookie?.[name] !== cookie[name],
    )
    if (weaker.length > 0) {
      return {
        driftId: driftIds.cookieAttribute,
        what: `the document sets the cookie without its ${weaker.join(', ')}`,
        witness: other.cookie,
      }
    }
  }
  if (!header.schema) return undefined
  const speaking = getAlternatives(other.schema, backend.schemas).filter(
    ({ type, flat }) =>
      type !== 'any' &&
      (type !== 'string' || flat.patterns.length > 0 || flat.formats.length > 0 || flat.values),
  )
  const witness = speaking
    .flatMap(one => scalarValues(one))
    // A header is text, so one of digits keeps the promise of a number.
    .find(value => ![value, Number(value)].some(one => matches(header.schema ?? {}, one, contract.schemas)))
  return witness === undefined
    ? undefined
    : { what: 'the document writes this header in another way', witness }
}
