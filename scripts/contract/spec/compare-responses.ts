import { matches } from '../../lib/matches'
import type { Operation, OperationResponse, ResponseHeader } from '../../lib/operation'
import type { SchemaNode } from '../../lib/schema-node'
import type { ContractViolation, DriftId } from '../../lib/validator/drift-classes'
import { getAlternatives } from './alternatives'
import { plainValue, scalarValues } from './boundary-values'
import { annotationsAt, classifyResponse, listed } from './classify'
import type { Comparer } from './compare-schema'
import { type Gap, makeViolation } from './gap'
import type { BackendHeader, BackendOperation, BackendResponse } from './normalise-document'

/** A violation that is dropped if the document rarely specifies what is missing here. */
export type ProvisionalViolation = { readonly violation: ContractViolation; readonly unspecified?: string }

/** Compares successful responses: statuses, media types, headers and bodies. */
export function compareSuccess(
  comparer: Comparer,
  operation: Operation,
  backend: BackendOperation,
): ProvisionalViolation[] {
  const own = operation.responses.filter(({ status }) => status < 300)
  const theirs = backend.responses.filter(({ status }) => status < 300)
  const unknown = theirs.filter(({ status }) => !own.some(one => one.status === status))
  const lost = own.filter(({ status }) => !theirs.some(one => one.status === status))
  return [
    ...own.flatMap(response => {
      const other = theirs.find(({ status }) => status === response.status)
      return other ? compareResponse(comparer, operation, response, other) : []
    }),
    ...unknown.flatMap((other, index) => {
      const response = lost[index] ?? own[0]
      return response
        ? compareUnmatchedStatus(comparer, operation, response, other, lost[index] !== undefined)
        : []
    }),
  ]
}

function compareUnmatchedStatus(
  comparer: Comparer,
  operation: Operation,
  response: OperationResponse,
  other: BackendResponse,
  isLost: boolean,
): ProvisionalViolation[] {
  const { status } = response
  const what = isLost
    ? `the contract answers ${status}, the document ${other.status}`
    : `the document also answers ${other.status}`
  const hasBody = other.content.size > 0
  const driftId =
    response.kind === 'empty' && hasBody
      ? 'DR41'
      : response.kind === 'json' && other.status === 204
        ? 'DR37'
        : 'DR40'
  const violation = makeViolation({
    driftId,
    operation,
    place: `answer ${other.status}`,
    status,
    what,
    witness: other.status,
    isAssumed: response.assumed === true,
  })
  const rest = driftId === 'DR40' && isLost ? compareResponse(comparer, operation, response, other) : []
  return [{ violation }, ...rest]
}

export function compareResponse(
  comparer: Comparer,
  operation: Operation,
  response: OperationResponse,
  other: BackendResponse,
): ProvisionalViolation[] {
  const headers = compareHeaders(comparer, operation, response, other)
  if (other.content.size === 0 || response.kind === 'any') return headers
  const type = mediaType(comparer, operation, response, other)
  const schema = toJson(other)
  if (response.kind !== 'json' || !response.schema || !schema) return [...headers, ...type]
  const gaps = comparer.responses.gaps(schema, response.schema)
  return [...headers, ...type, ...gaps.flatMap(gap => toBodyViolation(comparer, operation, response, gap))]
}

function toJson({ content }: BackendResponse): SchemaNode | undefined {
  const key =
    [...content.keys()].find(type => /[/+]json$/.test(type)) ?? (content.has('*/*') ? '*/*' : undefined)
  return key === undefined ? undefined : content.get(key)
}

export function mediaType(
  { backend }: Comparer,
  operation: Operation,
  response: OperationResponse,
  { content, status }: BackendResponse,
): ProvisionalViolation[] {
  const types = [...content.keys()]
  const json = content.get('application/json')
  const base = { operation, status: response.status, isAssumed: response.assumed === true }
  if (response.kind === 'empty') {
    const what = `the contract answers ${response.status} without a body, the document with one`
    const witness = plainValue(json ?? {}, backend.schemas)
    return [
      { violation: makeViolation({ ...base, driftId: 'DR41', place: `answer ${status}`, what, witness }) },
    ]
  }
  const [main] = (response.contentType ?? '').split('/')
  if (types.some(type => type === response.contentType || type === `${main}/*` || type === '*/*')) return []
  // FastAPI writes `{}` without a response model.
  if (json && Object.keys(json).length === 0) return []
  const isBinaryLost = response.kind === 'binary' && json !== undefined
  return [
    {
      violation: makeViolation({
        ...base,
        driftId: isBinaryLost ? 'DR54' : 'DR51',
        place: `answer ${status} header content-type`,
        what: `the contract answers with ${response.contentType}, the document with ${listed(types)}`,
        witness: types[0],
      }),
    },
  ]
}

export function toBodyViolation(
  { contract }: Comparer,
  operation: Operation,
  response: OperationResponse,
  gap: Gap,
): ProvisionalViolation[] {
  const annotations = annotationsAt(response.schema ?? {}, contract.schemas, gap.pointer)
  const verdict = classifyResponse(gap, annotations)
  if (!verdict) return []
  const isGuess =
    gap.kind === 'unused' && gap.values?.every(value => annotations.assumedValues.includes(value))
  const violation = makeViolation({
    ...verdict,
    operation,
    place: `answer ${response.status} ${gap.pointer}`.trim(),
    status: response.status,
    pointer: gap.pointer,
    witness: gap.witness,
    isAssumed: annotations.isAssumed || response.assumed === true || isGuess === true,
  })
  return [{ violation, ...(gap.unspecified !== undefined && { unspecified: gap.unspecified }) }]
}

const ids: Readonly<Record<string, DriftId>> = {
  'content-disposition': 'DR53',
  'set-cookie': 'DR55',
  'retry-after': 'DR61',
}

export function compareHeaders(
  comparer: Comparer,
  operation: Operation,
  response: OperationResponse,
  other: BackendResponse,
): ProvisionalViolation[] {
  return response.headers.flatMap(header => {
    const driftId = ids[header.name]
    if (!driftId) return []
    const found = other.headers.find(({ name }) => name === header.name)
    if (header.required) comparer.usage.count('header', found !== undefined)
    const problem = found
      ? getProblem(comparer, header, found)
      : { what: 'the document does not name this header' }
    if (!problem || (!found && !header.required)) return []
    const violation = makeViolation({
      driftId: problem.driftId ?? driftId,
      operation,
      place: `answer ${response.status} header ${header.name}`,
      status: response.status,
      what: problem.what,
      witness: problem.witness ?? 'absent',
      isAssumed: response.assumed === true,
    })
    return [{ violation, ...(!found && { unspecified: 'header' }) }]
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
        driftId: 'DR56',
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
    .find(value => !matches(header.schema ?? {}, value, contract.schemas))
  return witness === undefined
    ? undefined
    : { what: 'the document writes this header in another way', witness }
}
