import type { Operation } from '../scripts/lib/operation'
import type { MockOperations, RunOperation } from './handlers.gen'
import { operationTable } from './operations.gen'
import { takeChaosFault } from './platform/chaos'
import { isoTime } from './platform/clock'
import type { Db } from './platform/db'
import type { Fault } from './platform/faults'
import { drawLatency } from './platform/latency'
import { isNetworkDown } from './platform/network'
import { findViolation, MockViolation, type PlainResponse } from './run/check-response'
import { type CookieJar, parseCookieHeader } from './run/cookies'
import { authorize, type CallContext, catchApiFault, handleCall } from './run/handle-call'
import { type Exchange, Journal } from './run/journal'
import { readCall } from './run/read-call'
import { type Envelope, respond, respondWithFault, truncateBody } from './run/respond'

/** What differs between the browser, a test and the stand-alone server. */
export interface MockHost {
  /** The present database; a reset may replace it. */
  db: () => Db
  operations: MockOperations
  /** For hosts whose requests don't show HttpOnly cookies. */
  jar?: CookieJar
  journal?: Journal
  /** The public origin of the platform; default that of the request's URL. */
  originOf?: (request: Request) => string
  /** Milliseconds added to the latency profile of the database; default 0. */
  latency?: (exchangeId: number) => number
  /** Runs the work under a lock shared by all tabs, on the newest state. Default: at once. */
  runExclusive?: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Called for every response that breaks the contract, after console.error. */
  onViolation?: (violation: MockViolation) => void
}

const operationsById = new Map(operationTable.map(operation => [operation.operationId, operation]))

/** A response, an injected fault, or both: then the response is cut off in the middle. */
type Outcome = { response: PlainResponse; fault?: Fault } | { response?: never; fault: Fault }

/**
 * Creates the handler of all operations. Steps: network, authentication, request validation, fault, handler or sample,
 * response validation. A response that breaks the contract becomes a 500 and is reported.
 */
export function createHandler(host: MockHost): RunOperation {
  const journal = host.journal ?? new Journal()
  return async (operationId, { request, params }) => {
    const operation = operationsById.get(operationId)
    if (!operation) throw new Error(`The contract has no operation ${operationId}.`)
    const id = journal.nextId()
    const call = await readCall(operation, request, params)
    await delay((host.latency?.(id) ?? 0) + drawLatency(host.db().settings.latency, id))
    const createContext = (): CallContext => {
      const cookies = readCookies(request, host.jar)
      const origin = host.originOf?.(request) ?? new URL(request.url).origin
      return { operation, db: host.db(), call, headers: request.headers, cookies, origin }
    }
    const outcome = await resolveOutcome(host, createContext)
    const envelope = { requestId: `mock-${id}`, now: host.db().now() }
    const response = await toResponse(operation, envelope, outcome)
    journal.add({
      id,
      at: isoTime(envelope.now),
      operationId,
      request: toRequestRecord(request, call.body),
      response: outcome.fault?.kind === 'reset' ? null : toResponseRecord(response, outcome.response?.body),
    })
    return response
  }
}

async function toResponse(operation: Operation, envelope: Envelope, { response, fault }: Outcome) {
  if (!response) return respondWithFault(envelope, fault)
  const whole = respond(operation, envelope, response)
  return fault ? truncateBody(whole) : whole
}

/** Whatever reads or writes the database runs under the lock; waiting does not. */
async function resolveOutcome(host: MockHost, createContext: () => CallContext): Promise<Outcome> {
  const runExclusive = host.runExclusive ?? (work => work())
  const outcome = await runExclusive(() => handleWithFaults(host, createContext()))
  const { fault } = outcome
  if (fault?.kind === 'delay') await delay(fault.milliseconds)
  else if (fault?.kind === 'wait') await fault.until
  else if (fault?.kind === 'never') await new Promise<never>(() => {})
  else return outcome
  return runExclusive(async () => ({ response: await handleAndStoreCookies(host, createContext()) }))
}

/** Faults apply after authentication and validation, so that they hit the call they were meant for. */
async function handleWithFaults(host: MockHost, context: CallContext): Promise<Outcome> {
  const { db, operation } = context
  if (isNetworkDown(db)) return { fault: { kind: 'abort' } }
  if (!db.settings.chaos && !db.faults.has(operation.operationId)) {
    return { response: await handleAndStoreCookies(host, context) }
  }
  const error = await catchApiFault(async () => {
    const authorization = authorize(context)
    return 'status' in authorization ? authorization : AUTHORIZED
  })
  if (error !== AUTHORIZED) return { response: await validate(host, context, Promise.resolve(error)) }
  const fault = db.faults.take(operation.operationId) ?? takeChaosFault(db, operation)
  if (!fault) return { response: await handleAndStoreCookies(host, context) }
  if (fault.kind === 'reset') return { fault, response: await handleAndStoreCookies(host, context) }
  // A lost response sets no cookie.
  if (fault.kind === 'abort' && fault.after)
    await validate(host, context, handleCall(context, host.operations))
  return { fault }
}

/** A marker; no response of the contract has this status. */
const AUTHORIZED: PlainResponse = { status: 0 }

async function handleAndStoreCookies(host: MockHost, context: CallContext): Promise<PlainResponse> {
  const response = await validate(host, context, handleCall(context, host.operations))
  host.jar?.store(response.cookies ?? [])
  return response
}

/** The response if it keeps the contract, else a 500 in its place. */
async function validate(
  host: MockHost,
  { operation }: CallContext,
  work: Promise<PlainResponse>,
): Promise<PlainResponse> {
  let violation: MockViolation | undefined
  try {
    const response = await work
    violation = findViolation(operation, response)
    if (!violation) return response
  } catch (error) {
    violation = new MockViolation(
      operation.operationId,
      error instanceof Error ? error.message : String(error),
    )
    violation.cause = error
  }
  console.error(violation)
  host.onViolation?.(violation)
  return {
    status: 500,
    body: { detail: 'common' },
    headers: { 'x-mock-violation': encodeURI(violation.message) },
  }
}

function readCookies(request: Request, jar: CookieJar | undefined): Record<string, string> {
  const sent = parseCookieHeader(request.headers.get('cookie'))
  if (!jar || request.credentials === 'omit') return sent
  return { ...sent, ...jar.read(new URL(request.url).pathname) }
}

function toRequestRecord(request: Request, body: unknown): Exchange['request'] {
  const { method, url } = request
  return { method, url, headers: Object.fromEntries(request.headers), ...(body !== undefined && { body }) }
}

function toResponseRecord(response: Response, body: unknown): Exchange['response'] {
  if (response.type === 'error') return null
  const { status, headers } = response
  return { status, headers: Object.fromEntries(headers), ...(body !== undefined && { body }) }
}

function delay(milliseconds: number): Promise<void> {
  return milliseconds > 0 ? new Promise(resolve => setTimeout(resolve, milliseconds)) : Promise.resolve()
}
