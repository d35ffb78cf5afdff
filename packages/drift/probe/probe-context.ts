import { AsyncLocalStorage } from 'node:async_hooks'
import { maskViolation, type Secrets, toEvidence } from '../../contract/masking/mask'
import { getResponse, type Operation } from '../../contract/operation'
import {
  type ContractViolation,
  type DriftId,
  driftClasses,
  type Severity,
} from '../../contract/validator/drift-classes'
import { decodeBody, type Exchange, type Expectation, getHeader } from '../../contract/validator/exchange'
import { validateExchange } from '../../contract/validator/validate-exchange'
import type { Observation, RequestOutcome } from '../finding'
import { trackAgreements } from './agreements'
import { blameSource, explainMissingValue, findMissingValue, findMovedPath } from './drift-effects'
import { type AnyCall, Facts, type OperationId, type Success } from './facts'
import { type ProbeOptions, type Role, SkipStep, UnexpectedResponse } from './probe-options'
import {
  ACCOUNT_OPERATIONS,
  type Auth,
  type BareRequest,
  credentials,
  getCookies,
  getSecrets,
  type PlanRules,
  type ProbeRequest,
  retryAfterSeconds,
  toExpectation,
  toRequestOutcome,
} from './probe-request'
import { isTokenExpired, type ProbeUser, parseJson, storeCookies } from './probe-user'
import { type Fetch, MAX_RESPONSE_BYTES, ProbeClient, type RateLimiter } from './send-request'

export type Reply<Body> = { readonly status: number; readonly body: Body; readonly exchange: Exchange }

export type ProbeContextOptions = {
  readonly options: ProbeOptions
  readonly rules: PlanRules
  readonly limiter: RateLimiter
  readonly fetch: Fetch
}

const MAX_RATE_LIMIT_WAIT_MS = 20_000

/** The state of one run: users, collected data, exchanges and observations. */
export class ProbeContext {
  readonly options: ProbeOptions
  readonly rules: PlanRules
  readonly limiter: RateLimiter
  readonly facts = new Facts()
  readonly users = new Map<Role, ProbeUser>()
  readonly observations: Observation[] = []
  readonly exchanges: Exchange[] = []
  readonly skipped: { step: string; why: string }[] = []
  readonly notes: string[] = []
  readonly restoreFailures = new Set<string>()
  /** Sessions that a step started. */
  readonly extraSessions: ProbeUser[] = []
  /** Requests that change the account, with their step, whatever the response. */
  readonly sent = new Map<string, { readonly step: string; readonly call: AnyCall }[]>()
  /** Whether the student's name or password may differ from the login. */
  isAccountDirty = false
  private readonly stepName = new AsyncLocalStorage<string>()
  private phase = ''
  /** The server's time of its last response, in milliseconds since the epoch. */
  now = Date.now()
  private readonly client: ProbeClient
  private remainingWaitMs = MAX_RATE_LIMIT_WAIT_MS
  private readonly operations: ReadonlyMap<string, Operation>
  private readonly failed = new Set<string>()
  private readonly seenStatuses = new Set<string>()
  /** New paths of moved reads; undefined if not found. */
  private readonly moved = new Map<OperationId, string | undefined>()
  /** Writes that accepted what they should reject. */
  private readonly accepted = new Set<string>()
  /** What successful writes leave on the server, by operation. */
  readonly leftBehind = new Map<string, number>()
  private readonly refreshes = new Map<ProbeUser, Promise<boolean>>()
  private readonly agreements: ReturnType<typeof trackAgreements>
  /** Exchanges with violations: further differences follow from these. */
  private readonly drifted = new WeakSet<Exchange>()

  constructor({ options, rules, limiter, fetch }: ProbeContextOptions) {
    this.options = options
    this.rules = rules
    this.limiter = limiter
    this.client = new ProbeClient({ ...options, limiter, fetch })
    this.agreements = trackAgreements(options.contract)
    this.operations = new Map(options.contract.operations.map(one => [one.operationId, one]))
  }

  /** The current step; several may run side by side. */
  get step(): string {
    return this.stepName.getStore() ?? this.phase
  }

  set step(name: string) {
    this.phase = name
  }

  runAs(step: string, work: () => Promise<unknown>): Promise<unknown> {
    return this.stepName.run(step, work)
  }

  /** Works on all items side by side. A response that is not expected ends the work on its item alone. */
  async sideBySide<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    const results = await Promise.allSettled(items.map(work))
    for (const result of results)
      if (result.status === 'rejected' && !(result.reason instanceof UnexpectedResponse)) throw result.reason
  }

  /** Throws SkipStep if the role has not signed in. */
  user(role: Role): ProbeUser {
    const user = this.users.get(role)
    if (!user) throw new SkipStep(`no account was given for the role ${role}`)
    return user
  }

  /** For plan modules: a user that later steps name by the role. */
  addUser(role: Role, token: string): void {
    this.users.set(role, { role, login: { token }, token, cookies: new Map(), profile: {} })
  }

  /** For plan modules: ends the step, with the reason in the report. */
  skip(why: string): never {
    throw new SkipStep(why)
  }

  operation(id: string): Operation {
    const operation = this.operations.get(id)
    if (!operation) throw new RangeError(`The contract has no operation ${id}.`)
    return operation
  }

  /** False once a request got an unexpected status or lacked a value; true if none was sent. */
  hasNotFailed(id: string): boolean {
    return !this.failed.has(id)
  }

  hasSeen(id: string, status: number): boolean {
    return this.seenStatuses.has(`${id} ${status}`)
  }

  /** Sends, validates, and returns the response if it is expected; throws UnexpectedResponse otherwise. */
  async request<Id extends OperationId>(request: ProbeRequest<Id>): Promise<Reply<Success<Id>>> {
    const { operationId, call = {}, auth = {} } = request
    const readers = this.rules.readersOf?.(this.facts, this.operation(operationId), request)
    const expectation = toExpectation(request, readers)
    const { outcomes } = expectation
    this.requireCompleteCall(operationId, call, expectation)
    const isWrite = this.operation(operationId).effect === 'write'
    const isRefusal = outcomes.every(({ status }) => status >= 400)
    // What such a write created may be why the next request is answered differently.
    if (isRefusal && this.accepted.has(operationId))
      throw new SkipStep(`${operationId} accepted a request before that it should reject`)
    const isLimitExpected = request.driftId === 'DR61' || outcomes.some(({ status }) => status === 429)
    let seen = await this.sendWithRetry(request, {
      waits: !isLimitExpected,
      mayRepeat: ({ response }) =>
        !outcomes.some(({ status }) => status === response?.status) &&
        (!isWrite || isRefusal || (response !== null && response.status > 500)),
    })
    // Like the client: refresh an expired access token once and repeat the request.
    if (isTokenExpired(seen, expectation) && (await this.refreshToken(auth.user)))
      seen = await this.send(request)
    const limit = isLimitExpected ? undefined : this.rateLimitSeconds(operationId, seen)
    if (limit !== undefined) {
      this.validate(seen)
      throw new SkipStep(`the server limits ${operationId} for ${limit} s, as the contract lets it`)
    }
    const violations = this.violationsOf(seen, expectation)
    const moved = await this.withNewPath(request, violations)
    const mustOpen = this.hasSeen(operationId, 200) && !outcomes.some(({ status }) => status === 404)
    const explained = mustOpen
      ? blameSource(this.operation(operationId), call, this.facts.ids, seen, moved)
      : moved
    this.addViolations(seen, explained, expectation)
    const status = seen.response?.status ?? 0
    const isSuccess = status >= 200 && status < 300
    if (isWrite && isSuccess) {
      if (isRefusal) this.accepted.add(operationId)
      // Its effects may show in answers that were read before.
      this.agreements.clear()
    }
    if (!outcomes.some(outcome => outcome.status === status)) {
      this.failed.add(operationId)
      throw new UnexpectedResponse(`${operationId} answered ${status || 'nothing'}`)
    }
    const body = parseJson(seen)
    if (auth.user && isSuccess)
      for (const difference of this.agreements.add(auth.user.role, operationId, body))
        this.report('DR63', { operationId, ...difference, isAssumed: true }, seen)
    return { status, body: body as Success<Id>, exchange: seen }
  }

  /** A request with missing values, caused by drift in an earlier response, proves nothing. Throws SkipStep. */
  private requireCompleteCall(operationId: OperationId, call: AnyCall, { outcomes }: Expectation): void {
    const { contract } = this.options
    const isInvalidOnPurpose = outcomes.some(({ status }) => status === 422)
    const name = isInvalidOnPurpose
      ? undefined
      : findMissingValue(this.operation(operationId), call, contract)
    if (name === undefined) return
    this.failed.add(operationId)
    throw new SkipStep(explainMissingValue(name, this.observations, contract))
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
    for (;;) {
      const seen = await this.send(request)
      const status = seen.response?.status ?? 0
      const hasFailed = status === 0 || status >= 500
      if (hasFailed && !failed && mayRepeat(seen)) {
        failed = seen
        continue
      }
      if (failed && !hasFailed) this.reportTransientFailure(request.operationId, failed, status)
      const seconds = waits ? this.rateLimitSeconds(request.operationId, seen) : undefined
      const pause = Math.max(seconds ?? 0, 0.2) * 1000
      if (seconds === undefined || pause > this.remainingWaitMs) return seen
      this.remainingWaitMs -= pause
      await this.client.sleepFor(pause)
    }
  }

  private reportTransientFailure(operationId: OperationId, failed: Exchange, status: number): void {
    const came = failed.response ? `${failed.response.status}` : 'nothing'
    const what = `It responded with ${came} once, and with ${status} when repeated.`
    this.report('DR45', { operationId, place: 'operation', what, severity: 'information' }, failed)
  }

  /** Runs cleanup work even when the limits of the run are reached. Rethrows its errors. */
  restore(work: () => Promise<unknown>): Promise<void> {
    return this.client.restore(work)
  }

  async send(request: BareRequest): Promise<Exchange> {
    const { operationId, auth = {} } = request
    const { path, security } = this.operation(operationId)
    const seen = await this.exchangeAt(path, request)
    this.exchanges.push(seen)
    this.seenStatuses.add(`${operationId} ${seen.response?.status}`)
    const cookies = getCookies(auth, security)
    if (cookies) storeCookies(cookies, seen)
    const date = Date.parse(getHeader(seen.response?.headers ?? [], 'date') ?? '')
    if (Number.isFinite(date)) this.now = date
    this.noteEffects(operationId, seen)
    return seen
  }

  private noteEffects(operationId: OperationId, { response }: Exchange): void {
    if (!response || response.status < 200 || response.status > 299) return
    for (const [, id] of decodeBody(response.body).matchAll(/"(?:\w+_)?id":\s*(\d+)/g))
      this.facts.ids.add(Number(id))
    if (operationId in (this.rules.leftBehind ?? {}))
      this.leftBehind.set(operationId, (this.leftBehind.get(operationId) ?? 0) + 1)
  }

  async preflight(operationId: OperationId, headers: Readonly<Record<string, string>>): Promise<Exchange> {
    const { path } = this.operation(operationId)
    return this.client.request({ method: 'OPTIONS', path, call: {}, headers })
  }

  validate(seen: Exchange, expectation?: Expectation): void {
    this.addViolations(seen, this.violationsOf(seen, expectation), expectation)
  }

  private violationsOf(seen: Exchange, expectation?: Expectation): ContractViolation[] {
    this.options.admit?.(seen)
    return validateExchange(this.options.contract, seen, expectation)
  }

  private addViolations(
    seen: Exchange,
    violations: readonly ContractViolation[],
    expectation?: Expectation,
  ): void {
    if (violations.length > 0) this.drifted.add(seen)
    const outcome = expectation && toRequestOutcome(expectation, seen)
    for (const violation of violations) this.addObservation(violation, seen, outcome)
  }

  /** Replaces "removed" by "moved" for a read that is found at a similar path; searched once per operation. */
  private async withNewPath(
    request: BareRequest,
    violations: readonly ContractViolation[],
  ): Promise<readonly ContractViolation[]> {
    const { operationId } = request
    const { method, path, effect } = this.operation(operationId)
    const isGone = violations.some(({ driftId }) => driftId === 'DR01')
    if (!isGone || effect === 'write' || method !== 'get') return violations
    if (!this.moved.has(operationId))
      this.moved.set(operationId, await findMovedPath(path, other => this.exchangeAt(other, request)))
    const found = this.moved.get(operationId)
    if (found === undefined) return violations
    const what = `GET ${path} is not known to the server (404), GET ${found} is.`
    const { severity } = driftClasses.DR03
    return violations.map(one => (one.driftId === 'DR01' ? { ...one, driftId: 'DR03', severity, what } : one))
  }

  /** Sends the request to another path; the response is not validated. */
  async exchangeAt(
    path: string,
    { operationId, call = {}, auth = {}, headers = {} }: BareRequest,
  ): Promise<Exchange> {
    const { method, security, effect } = this.operation(operationId)
    const all = { ...credentials(auth, security), ...headers }
    const outgoing = { method: method.toUpperCase(), path, call, headers: all }
    const wasDirty = this.isAccountDirty
    if (effect === 'write') this.recordSent(operationId, call, auth)
    const seen = await this.client.request(outgoing)
    // A 4xx response means that nothing was changed.
    const { status = 0 } = seen.response ?? {}
    if (status >= 400 && status < 500) this.isAccountDirty = wasDirty
    if (seen.isTruncated) {
      const what = `The answer is longer than ${MAX_RESPONSE_BYTES} bytes; it was not read to its end.`
      this.report('DR64', { operationId, place: `answer ${status}`, what }, seen)
    }
    return seen
  }

  private recordSent(operationId: OperationId, call: AnyCall, { user }: Auth): void {
    if (!ACCOUNT_OPERATIONS.includes(operationId) || user?.role !== 'student') return
    // Requests that restore the account are not recorded.
    if (this.client.isRestoring) return
    this.isAccountDirty = true
    this.sent.set(operationId, [...(this.sent.get(operationId) ?? []), { step: this.step, call }])
  }

  /** The seconds of a documented rate limit; undefined if there is none. */
  private rateLimitSeconds(operationId: OperationId, seen: Exchange): number | undefined {
    return getResponse(this.operation(operationId), 429) && retryAfterSeconds(seen, this.now)
  }

  /** Adds a violation found outside of the validator. Ignored if the exchange has violations already. */
  report(
    driftId: DriftId,
    difference: Omit<ContractViolation, 'driftId' | 'severity'> & {
      operationId: OperationId
      severity?: Severity
    },
    seen?: Exchange,
  ): void {
    if (seen && this.drifted.has(seen)) return
    this.addObservation({ driftId, severity: driftClasses[driftId].severity, ...difference }, seen)
  }

  /** The same, of what the contract only assumes. */
  reportAssumed(id: DriftId, operationId: OperationId, place: string, what: string, seen: Exchange): void {
    this.report(id, { operationId, place, what, isAssumed: true }, seen)
  }

  /** Adds a violation that belongs to no operation. */
  reportGlobal(driftId: DriftId, place: string, what: string, seen: Exchange): void {
    this.addObservation({ driftId, severity: driftClasses[driftId].severity, place, what }, seen)
  }

  secrets(): Secrets {
    return getSecrets(this.options, this.users.values())
  }

  private addObservation(
    violation: ContractViolation,
    seen: Exchange | undefined,
    outcome?: RequestOutcome,
  ): void {
    const secrets = this.secrets()
    const evidence = seen && toEvidence(seen, `probe: ${this.step}`, violation.pointer, secrets)
    this.observations.push({
      violation: maskViolation(violation, secrets, seen),
      source: 'probe',
      ...(evidence && { evidence }),
      ...(outcome && { outcome }),
    })
  }

  /** Once for all requests that wait for it. */
  private refreshToken(user: ProbeUser | undefined): Promise<boolean> {
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
}
