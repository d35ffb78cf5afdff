import { coerceParams, coerceQuery } from '../../packages/contract/coerce'
import { isObject } from '../../packages/contract/json'
import { matches } from '../../packages/contract/json-schema'
import { maskViolation } from '../../packages/contract/masking/mask'
import { contractLiterals } from '../../packages/contract/masking/mask-session'
import { collectSecrets } from '../../packages/contract/masking/mask-value'
import { getResponse, type Operation, type OperationResponse } from '../../packages/contract/operation'
import type { Contract } from '../../packages/contract/read-contract'
import type { DriftId } from '../../packages/contract/validator/drift-classes'
import { driftIds } from '../../packages/contract/validator/drift-ids'
import { decodeBody, type Exchange, getHeader } from '../../packages/contract/validator/exchange'
import { type FoundOperation, findOperation } from '../../packages/contract/validator/find-operation'
import { responseTree } from '../../packages/contract/validator/property-tree'
import { readBody } from '../../packages/contract/validator/response-context'
import { validateExchange } from '../../packages/contract/validator/validate-exchange'
import type { OperationId } from '../operations.gen'
import type { RecordedExchange, RecordedScenario } from './recorded-scenario'
import { getUserField, Scrubber } from './scrub'

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
const ignoredDrifts: readonly DriftId[] = [driftIds.fieldUndocumented, driftIds.tooSlowOrLarge]

/** Parses an exchange, or returns the reason why it can't be recorded. */
function parseExchange(
  contract: Contract,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  exchange: Exchange,
): ParsedExchange | string {
  const { response } = exchange
  if (!response) return 'No response.'
  if (isSession(operation)) return SESSION_REASON
  // Playback would repeat it for ever.
  if (response.status === 401) return 'Its token was refused (401), and a playback has a session of its own.'
  const documented = getResponse(operation, response.status)
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
function toRecordedExchange(
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
function isSession({ security, responses }: Operation): boolean {
  return security === 'refreshCookie' || responses.some(({ headers }) => headers.some(({ cookie }) => cookie))
}

/** The documented query parameters, coerced to their types. */
function parseQuery(operation: Operation, url: string): Record<string, unknown> {
  return coerceQuery(operation, new URL(url).searchParams)
}

/** The JSON body of a request; undefined if it has none. */
function parseRequestJson({ request }: Exchange): unknown {
  try {
    return JSON.parse(decodeBody(request.body))
  } catch {
    return undefined
  }
}

function toFields(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {}
}

export type RecordingOptions = {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string
  /** When it was recorded, in milliseconds; used if responses have no date. */
  readonly at: number
  /** Exchanges before the recording: not recorded, but they show who is signed in and what is secret. */
  readonly before?: readonly Exchange[]
}

export type Recording = {
  readonly scenario: RecordedScenario
  /** Calls that were left out, in order of their first occurrence. */
  readonly skipped: readonly SkippedCall[]
  /** How many users got a pseudonym. */
  readonly userCount: number
}

type SkippedCall = {
  /** `GET /groups/{id}`; `GET /api` for calls outside of the contract. */
  readonly call: string
  /** One sentence in English. */
  readonly why: string
  readonly count: number
}

const UNKNOWN_CALL_REASON = 'The contract has no such call.'

/**
 * Makes a scenario from a session with a real server: without personal data and secrets, and without responses that
 * break the contract. Deterministic.
 */
export function makeRecording(
  contract: Contract,
  exchanges: readonly Exchange[],
  { name, at, before = [] }: RecordingOptions,
): Recording {
  const scrubber = new Scrubber(contractLiterals(contract.document))
  for (const exchange of [...before, ...exchanges]) collect(contract, exchange, scrubber)
  scrubber.prepare()
  const recorded: RecordedExchange[] = []
  const skipped = new Map<string, SkippedCall>()
  let recordedAt: string | undefined
  for (const exchange of exchanges) {
    const { method, url } = exchange.request
    const found = findOperation(contract, method, url)
    if (found.kind === 'outside') continue
    const written =
      found.kind === 'found' ? convertCall(contract, found, exchange, scrubber) : UNKNOWN_CALL_REASON
    if (typeof written === 'string') {
      // An unknown URL may hold anything.
      const call = `${method} ${found.kind === 'found' ? found.operation.path : contract.basePath}`
      const count = (skipped.get(call + written)?.count ?? 0) + 1
      skipped.set(call + written, { call, why: written, count })
    } else {
      recordedAt ??= getResponseTime(exchange)
      recorded.push(written)
    }
  }
  return {
    scenario: {
      kind: 'flagship-recording',
      version: 1,
      name,
      recordedAt: recordedAt ?? new Date(at).toISOString(),
      exchanges: recorded,
    },
    skipped: [...skipped.values()],
    userCount: scrubber.users.size,
  }
}

function convertCall(
  contract: Contract,
  { operation, params }: Extract<FoundOperation, { kind: 'found' }>,
  exchange: Exchange,
  scrubber: Scrubber,
): RecordedExchange | string {
  const read = parseExchange(contract, operation, params, exchange)
  return typeof read === 'string' ? read : toRecordedExchange(contract, read, scrubber)
}

/** Collects the users and secrets of an exchange, and who is signed in. */
function collect(contract: Contract, exchange: Exchange, scrubber: Scrubber): void {
  const { request, response } = exchange
  const found = findOperation(contract, request.method, request.url)
  if (found.kind !== 'found') return
  const { operation, params } = found
  const responseBody = response && readBody(response)
  const body = responseBody?.kind === 'json' ? responseBody.value : undefined
  const query = parseQuery(operation, request.url)
  // Without parameters, the response is about the signed-in user.
  const isOwn = isSession(operation) || (operation.security === 'bearer' && isEmpty(params) && isEmpty(query))
  if (isOwn && isObject(body) && isObject(body.user) && typeof body.user.id === 'number')
    scrubber.users.signIn(body.user.id)
  for (const part of [coerceParams(operation, params), query, parseRequestJson(exchange), body])
    scrubber.collect(part)
  for (const { name, value } of collectSecrets(exchange))
    if (!getUserField(name.replaceAll('_', ''), value)) scrubber.secrets.replace(value)
}

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0
}

/** The time of the response, RFC 3339. */
function getResponseTime({ response }: Exchange): string | undefined {
  const date = Date.parse(getHeader(response?.headers ?? [], 'date') ?? '')
  return Number.isNaN(date) ? undefined : new Date(date).toISOString()
}
