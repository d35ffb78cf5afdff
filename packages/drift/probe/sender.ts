import { getResponse, type Operation } from '../../contract/operation'
import { driftIds } from '../../contract/validator/drift-ids'
import { decodeBody, type Exchange, getHeader } from '../../contract/validator/exchange'
import type { AnyCall, Facts, OperationId } from './facts'
import type { ProbeFindings } from './probe-findings'
import {
  ACCOUNT_OPERATIONS,
  type Auth,
  type BareRequest,
  credentials,
  getCookies,
  type PlanRules,
  retryAfterSeconds,
} from './probe-request'
import { type ProbeUser, parseJson, storeCookies } from './probe-user'
import { MAX_RESPONSE_BYTES, ProbeClient, type ProbeClientOptions } from './send-request'

export type SenderOptions = {
  readonly operations: readonly Operation[]
  readonly client: ProbeClientOptions
  readonly headers: Readonly<Record<string, string>>
  readonly rules: PlanRules
  readonly facts: Facts
  readonly findings: ProbeFindings
}

const MAX_RATE_LIMIT_WAIT_MS = 20_000
/** Without Retry-After. */
const USUAL_PAUSE_S = 1
/** A server that takes nothing after so many pauses is not throttled but closed. */
const MAX_REFUSALS = 4
/** After a refusal for too many requests. */
const SLOW_PER_SECOND = 5

/** Sends requests as users do: cookies, refreshes, waits. Keeps what was sent and what it changed on the server. */
export class Sender {
  readonly exchanges: Exchange[] = []
  /** The server's time of its last response, in milliseconds since the epoch. */
  now = Date.now()
  /** Requests that change the account, with their step, whatever the response. */
  readonly sent = new Map<string, { readonly step: string; readonly call: AnyCall }[]>()
  /** Whether the student's name or password may differ from the login. */
  isAccountDirty = false
  /** What successful writes leave on the server, by operation. */
  readonly leftBehind = new Map<string, number>()
  private readonly options: SenderOptions
  private readonly client: ProbeClient
  private readonly operations: ReadonlyMap<string, Operation>
  private readonly seenStatuses = new Set<string>()
  private readonly refreshes = new Map<ProbeUser, Promise<boolean>>()
  /** Operations that were refused for too many requests, though the contract does not say so, with the refusals. */
  readonly throttled = new Map<OperationId, Exchange[]>()
  private remainingWaitMs = MAX_RATE_LIMIT_WAIT_MS

  constructor(options: SenderOptions) {
    this.options = options
    this.client = new ProbeClient(options.client)
    this.operations = new Map(options.operations.map(one => [one.operationId, one]))
  }

  operation(id: string): Operation {
    const operation = this.operations.get(id)
    if (!operation) throw new RangeError(`The contract has no operation ${id}.`)
    return operation
  }

  hasSeen(id: string, status: number): boolean {
    return this.seenStatuses.has(`${id} ${status}`)
  }

  async send(request: BareRequest): Promise<Exchange> {
    const { operationId, auth = {} } = request
    const { path, security } = this.operation(operationId)
    const seen = await this.sendTo(path, request)
    this.exchanges.push(seen)
    this.seenStatuses.add(`${operationId} ${seen.response?.status}`)
    const cookies = getCookies(auth, security)
    if (cookies) storeCookies(cookies, seen)
    const date = Date.parse(getHeader(seen.response?.headers ?? [], 'date') ?? '')
    if (Number.isFinite(date)) this.now = date
    this.noteEffects(operationId, seen)
    return seen
  }

  /** Repeats the request after a documented rate limit, and once when the server fails. */
  async sendWithRetry(
    request: BareRequest,
    {
      waits = true,
      mayRepeat = () => true,
    }: { waits?: boolean; mayRepeat?: (seen: Exchange) => boolean } = {},
  ): Promise<Exchange> {
    let failed: Exchange | undefined
    let refused: Exchange | undefined
    let refusals = 0
    for (;;) {
      const seen = await this.send(request)
      const status = seen.response?.status ?? 0
      const hasFailed = status === 0 || status >= 500
      if (hasFailed && !failed && mayRepeat(seen)) {
        failed = seen
        continue
      }
      if (failed && !hasFailed) this.reportTransientFailure(request.operationId, failed, status)
      if (refused && status !== 429) this.noteThrottle(request.operationId, refused)
      const mayPause = waits && refusals < MAX_REFUSALS
      const pauseOfGateway = mayPause ? this.throttleSeconds(request.operationId, seen) : undefined
      refused = pauseOfGateway === undefined ? undefined : seen
      if (refused) refusals += 1
      const seconds = (waits ? this.rateLimitSeconds(request.operationId, seen) : undefined) ?? pauseOfGateway
      const pause = Math.max(seconds ?? 0, 0.2) * 1000
      if (seconds === undefined || pause > this.remainingWaitMs) return seen
      this.remainingWaitMs -= pause
      await this.client.sleepFor(pause)
    }
  }

  /** Sends the request to another path; the response is not validated. */
  async sendTo(
    path: string,
    { operationId, call = {}, auth = {}, headers = {} }: BareRequest,
  ): Promise<Exchange> {
    const { method, security, effect } = this.operation(operationId)
    const all = { ...this.options.headers, ...credentials(auth, security), ...headers }
    const outgoing = { method: method.toUpperCase(), path, call, headers: all }
    const wasDirty = this.isAccountDirty
    if (effect === 'write') this.recordSent(operationId, call, auth)
    const seen = await this.client.request(outgoing)
    // A 4xx response means that nothing was changed.
    const { status = 0 } = seen.response ?? {}
    if (status >= 400 && status < 500) this.isAccountDirty = wasDirty
    if (seen.isTruncated) {
      const what = `The answer is longer than ${MAX_RESPONSE_BYTES} bytes; it was not read to its end.`
      this.options.findings.report(
        driftIds.tooSlowOrLarge,
        { operationId, place: `answer ${status}`, what },
        seen,
      )
    }
    return seen
  }

  async preflight(operationId: OperationId, headers: Readonly<Record<string, string>>): Promise<Exchange> {
    const { path } = this.operation(operationId)
    const all = { ...this.options.headers, ...headers }
    return this.client.request({ method: 'OPTIONS', path, call: {}, headers: all })
  }

  sleepFor(milliseconds: number): Promise<void> {
    return this.client.sleepFor(milliseconds)
  }

  /** Runs cleanup work even when the limits of the run are reached. Rethrows its errors. */
  restore(work: () => Promise<unknown>): Promise<void> {
    return this.client.restore(work)
  }

  /** The seconds of a documented rate limit; undefined if there is none. */
  rateLimitSeconds(operationId: OperationId, seen: Exchange): number | undefined {
    return getResponse(this.operation(operationId), 429) && retryAfterSeconds(seen, this.now)
  }

  /** It took a request after a pause: from then on requests are sent slowly. */
  private noteThrottle(operationId: OperationId, refused: Exchange): void {
    this.throttled.set(operationId, [...(this.throttled.get(operationId) ?? []), refused])
    this.options.client.limiter.slowDown(SLOW_PER_SECOND)
  }

  /** The pause that a gateway in front of the server asks for. */
  private throttleSeconds(operationId: OperationId, seen: Exchange): number | undefined {
    const status = seen.response?.status
    if (status !== 429 || getResponse(this.operation(operationId), 429)) return undefined
    return retryAfterSeconds(seen, this.now) ?? USUAL_PAUSE_S
  }

  /** Once for all requests that wait for it. */
  refreshToken(user: ProbeUser | undefined): Promise<boolean> {
    if (!user || user.cookies.size === 0) return Promise.resolve(false)
    const running =
      this.refreshes.get(user) ?? this.refreshNow(user).finally(() => this.refreshes.delete(user))
    this.refreshes.set(user, running)
    return running
  }

  private async refreshNow(user: ProbeUser): Promise<boolean> {
    const seen = await this.send({ operationId: 'refreshSession', auth: { user } })
    const body = parseJson(seen) as { access_token?: unknown } | undefined
    if (typeof body?.access_token !== 'string') return false
    user.token = body.access_token
    return true
  }

  private reportTransientFailure(operationId: OperationId, failed: Exchange, status: number): void {
    const came = failed.response ? `${failed.response.status}` : 'nothing'
    const what = `It responded with ${came} once, and with ${status} when repeated.`
    const difference = { operationId, place: 'operation', what, severity: 'information' } as const
    this.options.findings.report(driftIds.serverError, difference, failed)
  }

  private noteEffects(operationId: OperationId, { response }: Exchange): void {
    if (!response || response.status < 200 || response.status > 299) return
    const { facts, rules } = this.options
    for (const [, id] of decodeBody(response.body).matchAll(/"(?:\w+_)?id":\s*(\d+)/g))
      facts.ids.add(Number(id))
    if (operationId in (rules.leftBehind ?? {}))
      this.leftBehind.set(operationId, (this.leftBehind.get(operationId) ?? 0) + 1)
  }

  private recordSent(operationId: OperationId, call: AnyCall, { user }: Auth): void {
    if (!ACCOUNT_OPERATIONS.includes(operationId) || user?.role !== 'student') return
    // Requests that restore the account are not recorded.
    if (this.client.isRestoring) return
    this.isAccountDirty = true
    const { step } = this.options.findings
    this.sent.set(operationId, [...(this.sent.get(operationId) ?? []), { step, call }])
  }
}
