import { coerceParams, coerceQuery } from '../../scripts/lib/coerce'
import { isObject } from '../../scripts/lib/json'
import type { Contract } from '../../scripts/lib/load-contract'
import { maskViolation } from '../../scripts/lib/masking/mask'
import { matches } from '../../scripts/lib/matches'
import { type Operation, type OperationResponse, responseOf } from '../../scripts/lib/operation'
import type { DriftId } from '../../scripts/lib/validator/drift-classes'
import { decodeBody, type Exchange, getHeader } from '../../scripts/lib/validator/exchange'
import { responseTree } from '../../scripts/lib/validator/property-tree'
import { readBody } from '../../scripts/lib/validator/response-context'
import { validateExchange } from '../../scripts/lib/validator/validate-exchange'
import type { OperationId } from '../operations.gen'
import type { RecordedExchange } from './recorded-scenario'
import type { Scrubber } from './scrub'

/** An exchange that can be recorded. */
type ParsedExchange = {
  readonly operation: Operation
  readonly response: OperationResponse
  readonly exchange: Exchange
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly sent: unknown
  readonly body: unknown
}

const SESSION_REASON = 'The simulated platform has sessions of its own.'

/** Drifts that don't matter in playback: an undocumented field (left out anyway), a slow response. */
const ignoredDrifts: readonly DriftId[] = ['DR35', 'DR64']

/** Parses an exchange, or returns the reason why it can't be recorded. */
export function parseExchange(
  contract: Contract,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  exchange: Exchange,
): ParsedExchange | string {
  const { response } = exchange
  if (!response) return 'No answer came.'
  if (isSession(operation)) return SESSION_REASON
  // Playback would repeat it for ever.
  if (response.status === 401) return 'Its token was refused (401), and a playback has a session of its own.'
  const documented = responseOf(operation, response.status)
  if (!documented) return `The status ${response.status} is not in the contract.`
  if (documented.kind === 'binary') return 'Files are not recorded.'
  if (documented.kind !== 'empty' && response.body === undefined)
    return 'The recording does not hold its body.'
  const [violation] = validateExchange(contract, { ...exchange, isSanitized: true }).filter(
    ({ driftId }) => !ignoredDrifts.includes(driftId),
  )
  if (violation) {
    const { driftId, place, what } = maskViolation(violation, [], exchange)
    return `It breaks the contract (${driftId}, ${place}): ${what}`
  }
  const read = readBody(response)
  return {
    operation,
    response: documented,
    exchange,
    params: coerceParams(operation, params),
    query: parseQuery(operation, exchange.request.url),
    sent: parseRequestJson(exchange),
    body:
      documented.kind === 'text' ? decodeBody(response.body) : read.kind === 'json' ? read.value : undefined,
  }
}

/** The exchange without personal data and secrets, or the reason why it can't be recorded. */
export function toRecordedExchange(
  contract: Contract,
  parsed: ParsedExchange,
  scrubber: Scrubber,
): RecordedExchange | string {
  const { operation, response, exchange } = parsed
  const params = toFields(scrubber.scrub(parsed.params))
  const query = toFields(scrubber.scrub(parsed.query))
  const values = { ...params, ...query }
  const invalid = operation.parameters.find(
    ({ name, schema }) => name in values && !matches(schema, values[name], contract.schemas),
  )
  if (invalid) return `Its ${invalid.in} ${invalid.name} is not what the contract allows.`
  const tree = response.kind === 'json' ? responseTree(response, contract) : undefined
  const body = response.kind === 'empty' ? undefined : scrubber.scrub(parsed.body, tree)
  if (response.kind === 'json' && !matches(response.schema ?? {}, body, contract.schemas))
    return 'Without people, secrets and undocumented fields it no longer keeps the contract.'
  const sent = scrubber.scrub(parsed.sent)
  const headers = response.headers.flatMap(({ name, cookie }) => {
    const value = cookie ? undefined : getHeader(exchange.response?.headers ?? [], name)
    return value === undefined ? [] : [[name, scrubber.text(value)] as const]
  })
  const { status } = response
  const answer = { status, ...(body !== undefined && { body }), headers: Object.fromEntries(headers) }
  const operationId = operation.operationId as OperationId
  return { operationId, params, query, ...(sent !== undefined && { body: sent }), answer }
}

/** Whether the operation begins, refreshes or ends a session, judging by the cookies it uses. */
export function isSession({ security, responses }: Operation): boolean {
  return security === 'refreshCookie' || responses.some(({ headers }) => headers.some(({ cookie }) => cookie))
}

/** The documented query parameters, coerced to their types. */
export function parseQuery(operation: Operation, url: string): Record<string, unknown> {
  return coerceQuery(operation, new URL(url).searchParams)
}

/** The JSON body of a request; undefined if it has none. */
export function parseRequestJson({ request }: Exchange): unknown {
  try {
    return JSON.parse(decodeBody(request.body))
  } catch {
    return undefined
  }
}

function toFields(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {}
}
