import { getResponse, type Operation, type OperationResponse } from '../packages/contract/operation'
import { makeSampler } from '../packages/contract/sampler'
import { hash } from '../packages/contract/seeded-random'
import type { MockOperations, RunOperation } from './handlers.gen'
import { type OperationId, operationTable } from './operations.gen'
import { ApiFault } from './platform/api-fault'
import { isoTime } from './platform/clock'
import type { Db, UserRow } from './platform/db'
import type { Fault } from './platform/faults'
import { autoConfirmEmails } from './platform/mail'
import { drawLatency, isNetworkDown, takeChaosFault } from './platform/network'
import { findUserByAccessToken } from './platform/sessions'
import type { RecordedAnswer, RecordedScenario } from './recordings/recorded-scenario'
import { type CookieJar, parseCookieHeader } from './run/cookies'
import { type Exchange, Journal } from './run/journal'
import { type ReadCall, readCall, toValidationErrorBody, validateCall } from './run/read-call'
import {
  doubleBody,
  type Envelope,
  findViolation,
  MockViolation,
  type PlainResponse,
  requireRules,
  respond,
  respondWithFault,
  truncateBody,
} from './run/response'
import { sampleResponse, schemas } from './samplers.gen'

/** What differs between the browser, a test and the stand-alone server. */
export interface MockHost {
  /** The current database; a reset may replace it. */
  db: () => Db
  operations: MockOperations
  /** Keeps the HttpOnly cookies where a `Request` doesn't contain them, as in the browser and in tests. */
  jar?: CookieJar
  journal?: Journal
  /** The platform's public origin. Default: the origin of the request's URL. */
  getOrigin?: (request: Request) => string
  /** Milliseconds added to the latency profile of the database. Default: 0. */
  latency?: (exchangeId: number) => number
  /** Runs the work under a lock shared by all tabs, on the newest state. Default: at once. */
  runExclusive?: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Called for every response that breaks the contract, after console.error. */
  onViolation?: (violation: MockViolation) => void
}

const operationsById = new Map(operationTable.map(operation => [operation.operationId, operation]))

/** With both, the response is damaged (fault kinds `reset` and `doubled`). */
type Outcome = { response: PlainResponse; fault?: Fault } | { response?: never; fault: Fault }

/**
 * Creates the handler of all operations. Steps: network, authentication, request validation, fault, then a recording,
 * the handler or a sample, and response validation. A response that breaks the contract becomes a 500 and is reported.
 */
export function createOperationRunner(host: MockHost): RunOperation {
  const journal = host.journal ?? new Journal()
  return async (operationId, { request, params }) => {
    const operation = operationsById.get(operationId)
    if (!operation) throw new Error(`The contract has no operation ${operationId}.`)
    const id = journal.nextId()
    const call = await readCall(operation, request, params)
    await delay((host.latency?.(id) ?? 0) + drawLatency(host.db().settings.latency, id))
    // Created again after each wait, in which a reset may have replaced the database.
    const createContext = (): CallContext => {
      const cookies = readCookies(request, host.jar)
      const origin = host.getOrigin?.(request) ?? new URL(request.url).origin
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
  if (!fault) return whole
  return fault.kind === 'doubled' ? doubleBody(whole) : truncateBody(whole)
}

/** Runs calls under the lock, but waits outside of it, so that other tabs can go on. */
async function resolveOutcome(host: MockHost, createContext: () => CallContext): Promise<Outcome> {
  const runExclusive = host.runExclusive ?? (work => work())
  const outcome = await runExclusive(() => handleWithFaults(host, createContext()))
  const { fault } = outcome
  if (fault?.kind === 'delay') await delay(fault.milliseconds)
  else if (fault?.kind === 'wait') await fault.until
  else if (fault?.kind === 'never') await new Promise<never>(() => {})
  else return outcome
  return runExclusive(() => handle(host, createContext(), () => undefined))
}

async function handleWithFaults(host: MockHost, context: CallContext): Promise<Outcome> {
  const { db, operation } = context
  if (isNetworkDown(db)) return { fault: { kind: 'abort' } }
  return handle(host, context, () => db.faults.take(operation.operationId) ?? takeChaosFault(db, operation))
}

/** Authentication and validation come first, so that a fault hits the call it was meant for. */
async function handle(
  host: MockHost,
  context: CallContext,
  takeFault: () => Fault | undefined,
): Promise<Outcome> {
  const caller = await catchApiFault(() => authenticateAndValidate(context))
  if ('status' in caller) return { response: await validateOrReport(host, context, Promise.resolve(caller)) }
  const fault = takeFault()
  const isAnswered = !fault || fault.kind === 'reset' || fault.kind === 'doubled'
  if (!isAnswered && !('after' in fault && fault.after)) return { fault }
  const response = await validateOrReport(host, context, handleCall(context, caller, host.operations))
  // The response is lost, so its cookies aren't stored.
  if (!isAnswered) return { fault }
  host.jar?.store(response.cookies ?? [])
  return { response, ...(fault && { fault }) }
}

/** Returns the response if it keeps the contract, otherwise a 500. */
async function validateOrReport(
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

/** A request as handlers and validation see it. */
interface CallContext {
  operation: Operation<OperationId>
  db: Db
  call: ReadCall
  headers: Headers
  cookies: Record<string, string>
  origin: string
}

/** `user` is absent for operations without authentication. */
interface Caller {
  user?: UserRow
}

/** Checks the credentials, then validates the request. Throws an ApiFault 401; returns a 422 or the caller. */
function authenticateAndValidate(context: CallContext): Caller | PlainResponse {
  const { operation, db, call, headers, cookies } = context
  autoConfirmEmails(db)
  const user = operation.security === 'bearer' ? authenticate(db, headers) : undefined
  if (operation.security === 'refreshCookie' && !cookies.refresh_token) {
    throw new ApiFault(401, 'No token provided')
  }
  const issues = validateCall(operation, call)
  if (issues.length > 0) return { status: 422, body: toValidationErrorBody(operation, issues) }
  return user ? { user } : {}
}

function authenticate(db: Db, headers: Headers): UserRow {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new ApiFault(401, 'No token provided')
  const user = findUserByAccessToken(db, token)
  if (!user) throw new ApiFault(401, 'Invalid token')
  return user
}

type OperationHandler = (context: object) => PlainResponse | Promise<PlainResponse>

/** The recorded response if there is one, else the handler's, or a sampled one for operations marked 'generated'. */
async function handleCall(
  context: CallContext,
  caller: Caller,
  operations: MockOperations,
): Promise<PlainResponse> {
  return catchApiFault(async () => {
    const { operation, db, call, headers, cookies, origin } = context
    const recorded = playRecording(db, operation.operationId, call)
    if (recorded) return recorded
    const handler = operations[operation.operationId] as OperationHandler | 'generated'
    if (handler === 'generated') return sampleCallResponse(context)
    const { params, query, body, form } = call
    const request = { params, query, body, form, cookies, headers, origin }
    return requireRules(operation, await handler({ db, ...caller, ...request, now: db.now() }))
  })
}

/** Turns an ApiFault into its error response; any other error is a bug of the mock and is rethrown. */
async function catchApiFault<Result>(work: () => Result | Promise<Result>): Promise<Result | PlainResponse> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error
    return {
      status: error.status,
      body: { detail: error.detail, ...error.extra },
      headers: { ...error.headers },
    }
  }
}

const sampleValue = makeSampler(schemas)

/** The same request to the same database always gets the same sample. */
function sampleCallResponse({ operation, db, call }: CallContext): PlainResponse {
  const { operationId, responses } = operation
  const status = responses.find(response => response.status < 300)?.status ?? 200
  const seed = hash(db.seed, operationId, JSON.stringify([call.params, call.query]))
  const body = sampleResponse(operationId, status, seed, { now: db.now() })
  const response = getResponse(operation, status)
  return {
    status,
    ...(response?.kind !== 'empty' && { body }),
    ...(response && sampleRequiredHeaders(response, seed)),
  }
}

function sampleRequiredHeaders(
  { headers }: OperationResponse,
  seed: number,
): Pick<PlainResponse, 'headers' | 'cookies'> {
  const values = headers
    .filter(({ required }) => required)
    .map(({ name, schema }) => [name, toHeaderText(sampleValue(schema ?? {}, hash(name, seed)))] as const)
  return {
    headers: Object.fromEntries(values.filter(([name]) => name !== 'set-cookie')),
    cookies: values.filter(([name]) => name === 'set-cookie').map(([, value]) => value),
  }
}

/** Header values must be ASCII. */
function toHeaderText(value: unknown): string {
  return String(value).replace(/[^\x20-\x7e]/gu, encodeURIComponent)
}

type RequestKey = Pick<ReadCall, 'params' | 'query'>

/** The recorded responses by `toKey`, built once per recording. */
const answersByRecording = new WeakMap<RecordedScenario, ReadonlyMap<string, readonly RecordedAnswer[]>>()

/**
 * The next recorded response of a call; the last one repeats. Undefined if no recording is played or it lacks this
 * call.
 */
function playRecording(db: Db, operationId: string, request: RequestKey): PlainResponse | undefined {
  const recording = db.tables.recordings.get('recording')
  if (!recording) return undefined
  const key = toKey(operationId, request)
  const answers = getAnswersByKey(recording).get(key) ?? []
  const counter = `played:${key}`
  const played = db.tables.counters.get(counter)?.last ?? 0
  if (played < answers.length - 1) db.tables.counters.put(counter, { last: played + 1 })
  const answer = answers[played]
  return answer && { ...answer, headers: { ...answer.headers } }
}

function getAnswersByKey(recording: RecordedScenario): ReadonlyMap<string, readonly RecordedAnswer[]> {
  const known = answersByRecording.get(recording)
  if (known) return known
  const answersByKey = new Map<string, RecordedAnswer[]>()
  for (const { operationId, answer, ...request } of recording.exchanges) {
    const key = toKey(operationId, request)
    answersByKey.set(key, [...(answersByKey.get(key) ?? []), answer])
  }
  answersByRecording.set(recording, answersByKey)
  return answersByKey
}

/** Independent of the order of properties. */
function toKey(operationId: string, { params, query }: RequestKey): string {
  const sorted = [params, query].map(part =>
    Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  return `${operationId} ${JSON.stringify(sorted)}`
}
