import type { Operation } from '../../contract/operation'
import { type ContractViolation, driftClasses } from '../../contract/validator/drift-classes'
import { driftIds } from '../../contract/validator/drift-ids'
import type { Exchange, Expectation } from '../../contract/validator/exchange'
import { validateExchange } from '../../contract/validator/validate-exchange'
import { trackAgreements } from './agreements'
import { blameSource, explainMissingValue, findMissingValue, findMovedPath } from './drift-effects'
import { type AnyCall, Facts, type OperationId, type Success } from './facts'
import { ProbeFindings } from './probe-findings'
import { type ProbeOptions, type Role, SkipStep, UnexpectedResponse } from './probe-options'
import {
  type BareRequest,
  getSecrets,
  type PlanRules,
  type ProbeRequest,
  toExpectation,
  toRequestOutcome,
} from './probe-request'
import { isTokenExpired, type ProbeUser, parseJson } from './probe-user'
import type { Fetch, RateLimiter } from './send-request'
import { Sender } from './sender'

export type Reply<Body> = { readonly status: number; readonly body: Body; readonly exchange: Exchange }

export type ProbeContextOptions = {
  readonly options: ProbeOptions
  readonly rules: PlanRules
  readonly limiter: RateLimiter
  readonly fetch: Fetch
}

/** A run as its steps see it: users, what is known about the server, and requests whose answers are validated. */
export class ProbeContext {
  readonly options: ProbeOptions
  readonly facts = new Facts()
  readonly users = new Map<Role, ProbeUser>()
  /** Sessions that a step started. */
  readonly extraSessions: ProbeUser[] = []
  readonly findings: ProbeFindings
  readonly sender: Sender
  private readonly rules: PlanRules
  private readonly agreements: ReturnType<typeof trackAgreements>
  private readonly failed = new Set<string>()
  /** Writes that accepted what they should reject. */
  private readonly accepted = new Set<string>()
  /** New paths of moved reads; undefined if not found. */
  private readonly moved = new Map<OperationId, string | undefined>()

  constructor({ options, rules, limiter, fetch }: ProbeContextOptions) {
    this.options = options
    this.rules = rules
    this.findings = new ProbeFindings(() => getSecrets(options, this.users.values()))
    this.agreements = trackAgreements(options.contract)
    const { facts, findings } = this
    const client = { ...options, limiter, fetch }
    const { operations } = options.contract
    this.sender = new Sender({ operations, client, headers: options.headers ?? {}, rules, facts, findings })
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
    return this.sender.operation(id)
  }

  /** False once a request got an unexpected status or lacked a value; true if none was sent. */
  hasNotFailed(id: string): boolean {
    return !this.failed.has(id)
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
    const isLimitExpected =
      request.driftId === driftIds.rateLimit || outcomes.some(({ status }) => status === 429)
    let seen = await this.sender.sendWithRetry(request, {
      waits: !isLimitExpected,
      mayRepeat: ({ response }) =>
        !outcomes.some(({ status }) => status === response?.status) &&
        (!isWrite || isRefusal || (response !== null && response.status > 500)),
    })
    // Like the client: refresh an expired access token once and repeat the request.
    if (isTokenExpired(seen, expectation) && (await this.sender.refreshToken(auth.user)))
      seen = await this.sender.send(request)
    const limit = isLimitExpected ? undefined : this.sender.rateLimitSeconds(operationId, seen)
    if (limit !== undefined) {
      this.validate(seen)
      throw new SkipStep(`the server limits ${operationId} for ${limit} s, as the contract lets it`)
    }
    const violations = this.violationsOf(seen, expectation)
    const moved = await this.withNewPath(request, violations)
    const mustOpen = this.sender.hasSeen(operationId, 200) && !outcomes.some(({ status }) => status === 404)
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
        this.findings.report(driftIds.wrongRelation, { operationId, ...difference, isAssumed: true }, seen)
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
    throw new SkipStep(explainMissingValue(name, this.findings.observations, contract))
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
    const outcome = expectation && toRequestOutcome(expectation, seen)
    this.findings.addViolations(seen, violations, outcome)
  }

  /** Replaces "removed" by "moved" for a read that is found at a similar path; searched once per operation. */
  private async withNewPath(
    request: BareRequest,
    violations: readonly ContractViolation[],
  ): Promise<readonly ContractViolation[]> {
    const { operationId } = request
    const { method, path, effect } = this.operation(operationId)
    const isGone = violations.some(({ driftId }) => driftId === driftIds.operationRemoved)
    if (!isGone || effect === 'write' || method !== 'get') return violations
    if (!this.moved.has(operationId))
      this.moved.set(operationId, await findMovedPath(path, other => this.sender.sendTo(other, request)))
    const found = this.moved.get(operationId)
    if (found === undefined) return violations
    const what = `GET ${path} is not known to the server (404), GET ${found} is.`
    const { severity } = driftClasses[driftIds.pathMoved]
    return violations.map(one =>
      one.driftId === driftIds.operationRemoved
        ? { ...one, driftId: driftIds.pathMoved, severity, what }
        : one,
    )
  }
}
