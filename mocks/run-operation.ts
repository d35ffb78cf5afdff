import type { Operation } from '../scripts/lib/operation'
import type { MockOperations, RunOperation } from './handlers.gen'
import { operationTable } from './operations.gen'
import { takeChaos } from './platform/chaos'
import { isoTime } from './platform/clock'
import type { Db } from './platform/db'
import type { Fault } from './platform/faults'
import { latencyOf } from './platform/latency'
import { isNetworkAway } from './platform/network'
import { admit, answerCall, answerOrRefuse, type Question } from './run/answer-call'
import { findViolation, MockViolation, type PlainAnswer } from './run/check-answer'
import { type CookieJar, parseCookieHeader } from './run/cookies'
import { type Exchange, Journal } from './run/journal'
import { readCall } from './run/read-call'
import { cutInHalf, type Envelope, respond, respondFaulty } from './run/respond'

/** What differs between the browser, a test and the stand-alone server. */
export interface MockHost {
  /** The present database; a reset may replace it. */
  db: () => Db
  operations: MockOperations
  /** Keeps cookies where requests cannot show them. */
  jar?: CookieJar
  journal?: Journal
  /** Scheme and host by which the caller knows the platform; default those of the request's address. */
  originOf?: (request: Request) => string
  /** Milliseconds that an answer takes beside what the database's profile says; default 0. */
  latency?: (exchangeId: number) => number
  /** Runs the work alone among all tabs, on the newest state. Default: at once. */
  exclusively?: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Hears of every answer that broke the contract, after console.error. */
  onViolation?: (violation: MockViolation) => void
}

const operationsById = new Map(operationTable.map(operation => [operation.operationId, operation]))

/** What became of a call: an answer, or a deliberate failure; one with an answer breaks off in its middle. */
type Outcome = { answer: PlainAnswer; fault?: Fault } | { answer?: never; fault: Fault }

/**
 * The one way for every operation: match (done by msw), network, security, validation of the request, fault,
 * behaviour or sample, validation of the answer. An answer that breaks the contract becomes a loud 500.
 */
export function createRunner(host: MockHost): RunOperation {
  const journal = host.journal ?? new Journal()
  return async (operationId, { request, params }) => {
    const operation = operationsById.get(operationId)
    if (!operation) throw new Error(`The contract has no operation ${operationId}.`)
    const id = journal.nextId()
    const call = await readCall(operation, request, params)
    await pause((host.latency?.(id) ?? 0) + latencyOf(host.db().settings.latency, id))
    const ask = (): Question => {
      const cookies = cookiesOf(request, host.jar)
      const origin = host.originOf?.(request) ?? new URL(request.url).origin
      return { operation, db: host.db(), call, headers: request.headers, cookies, origin }
    }
    const outcome = await decide(host, ask)
    const envelope = { requestId: `mock-${id}`, now: host.db().now() }
    const response = await respondTo(operation, envelope, outcome)
    journal.add({
      id,
      at: isoTime(envelope.now),
      operationId,
      request: requestRecord(request, call.body),
      response: outcome.fault?.kind === 'reset' ? null : responseRecord(response, outcome.answer?.body),
    })
    return response
  }
}

async function respondTo(operation: Operation, envelope: Envelope, { answer, fault }: Outcome) {
  if (!answer) return respondFaulty(envelope, fault)
  const whole = respond(operation, envelope, answer)
  return fault ? cutInHalf(whole) : whole
}

/** All that touches the database happens alone among all tabs; waiting does not. */
async function decide(host: MockHost, ask: () => Question): Promise<Outcome> {
  const exclusively = host.exclusively ?? (work => work())
  const outcome = await exclusively(() => meet(host, ask()))
  const { fault } = outcome
  if (fault?.kind === 'delay') await pause(fault.milliseconds)
  else if (fault?.kind === 'wait') await fault.until
  else if (fault?.kind === 'never') await new Promise<never>(() => {})
  else return outcome
  return exclusively(async () => ({ answer: await answered(host, ask()) }))
}

/** Deliberate failures come after security and validation, so that they hit the call that was meant. */
async function meet(host: MockHost, question: Question): Promise<Outcome> {
  const { db, operation } = question
  if (isNetworkAway(db)) return { fault: { kind: 'abort' } }
  if (!db.settings.chaos && !db.faults.has(operation.operationId)) {
    return { answer: await answered(host, question) }
  }
  const refusal = await answerOrRefuse(async () => refusedBy(question))
  if (refusal !== admitted) return { answer: await checked(host, question, Promise.resolve(refusal)) }
  const fault = db.faults.take(operation.operationId) ?? takeChaos(db, operation)
  if (!fault) return { answer: await answered(host, question) }
  if (fault.kind === 'reset') return { fault, answer: await answered(host, question) }
  // An answer that is lost on its way sets no cookie.
  if (fault.kind === 'abort' && fault.after)
    await checked(host, question, answerCall(question, host.operations))
  return { fault }
}

async function answered(host: MockHost, question: Question): Promise<PlainAnswer> {
  const answer = await checked(host, question, answerCall(question, host.operations))
  host.jar?.store(answer.cookies ?? [])
  return answer
}

/** Stands for "nothing stops this call"; no answer of the contract has this status. */
const admitted: PlainAnswer = { status: 0 }

function refusedBy(question: Question): PlainAnswer {
  const admission = admit(question)
  return 'status' in admission ? admission : admitted
}

/** The answer itself, or a loud failure in its place. */
async function checked(host: MockHost, question: Question, work: Promise<PlainAnswer>): Promise<PlainAnswer> {
  const { operation } = question
  let violation: MockViolation | undefined
  try {
    const answer = await work
    violation = findViolation(operation, answer)
    if (!violation) return answer
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

function cookiesOf(request: Request, jar: CookieJar | undefined): Record<string, string> {
  const sent = parseCookieHeader(request.headers.get('cookie'))
  if (!jar || request.credentials === 'omit') return sent
  return { ...sent, ...jar.read(new URL(request.url).pathname) }
}

function requestRecord(request: Request, body: unknown): Exchange['request'] {
  const { method, url } = request
  return { method, url, headers: Object.fromEntries(request.headers), ...(body !== undefined && { body }) }
}

function responseRecord(response: Response, body: unknown): Exchange['response'] {
  if (response.type === 'error') return null
  const { status, headers } = response
  return { status, headers: Object.fromEntries(headers), ...(body !== undefined && { body }) }
}

function pause(milliseconds: number): Promise<void> {
  return milliseconds > 0 ? new Promise(resolve => setTimeout(resolve, milliseconds)) : Promise.resolve()
}
