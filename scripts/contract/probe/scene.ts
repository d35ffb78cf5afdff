import { type DriftId, driftClasses } from '../../lib/judge/drift-classes'
import { type Exchange, headerOf } from '../../lib/judge/exchange'
import type { Expectation } from '../../lib/judge/expectation'
import { judgeExchange } from '../../lib/judge/judge-exchange'
import type { Judgement } from '../../lib/judge/judgement'
import { evidenceOf, maskJudgement, type Secrets } from '../../lib/masking/mask'
import { type Operation, responseOf } from '../../lib/operation'
import type { AskedFor, Observation } from '../finding'
import { accountCalls } from './account'
import { askedFor, expectationOf } from './asked-for'
import type { Answers, LooseCall, OperationId, Success } from './contract-types'
import { Facts } from './facts'
import { nameOfHole, whoSentNo } from './holes'
import { Line } from './line'
import { findMoved } from './neighbours'
import type { Pace } from './pace'
import { type Cookies, cookieHeader, isTimeUp, jsonOf, type Person, storeCookies } from './person'
import { Absent, Unexpected } from './probe-errors'
import type { ProbeOptions, Role } from './probe-options'
import { secondsOfLimit } from './retry-after'
import { secretsOf } from './secrets-of'
import { type Fetch, mostBytes } from './wire'

/** Who asks: a person, a token or a set of cookies alone, or nobody. */
export type Asker = { readonly person?: Person; readonly token?: string; readonly cookies?: Cookies }

export type Question<Id extends OperationId> = {
  readonly operationId: Id
  readonly call: LooseCall
  readonly by: Asker
  readonly answers: Answers<Id>
  readonly driftId?: DriftId
  readonly because?: string
  /** Where in the request the thing stands that is tried. */
  readonly place?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Reply<Body> = { readonly status: number; readonly body: Body; readonly exchange: Exchange }

export type SceneParts = { readonly options: ProbeOptions; readonly pace: Pace; readonly fetch: Fetch }

/** How long the limits of a server are waited for, in the whole run, in milliseconds. */
const mostWaiting = 20_000

/** One run: who signed in, what was learnt, and everything that was seen. */
export class Scene {
  readonly options: ProbeOptions
  readonly pace: Pace
  readonly facts = new Facts()
  readonly people = new Map<Role, Person>()
  readonly observations: Observation[] = []
  readonly exchanges: Exchange[] = []
  readonly skipped: { step: string; why: string }[] = []
  readonly notes: string[] = []
  /** What could not be put back, each as one sentence. */
  readonly lost = new Set<string>()
  /** Sessions that a step began beside those of the people. */
  readonly spares: Person[] = []
  /** What was sent to calls that write, and in which step, whatever came back. */
  readonly sent = new Map<string, { readonly step: string; readonly call: LooseCall }[]>()
  /** Whether the student may have another name or password than the login says. */
  isAccountInDoubt = false
  /** The step that is being taken. */
  step = ''
  /** The server's time at its last answer, in milliseconds since the epoch. */
  now = Date.now()
  private readonly line: Line
  private waiting = mostWaiting
  private readonly operations: ReadonlyMap<string, Operation>
  private readonly failed = new Set<string>()
  private readonly answered = new Set<string>()
  /** Reads whose address was gone, and where they were found. */
  private readonly moved = new Map<OperationId, string | undefined>()
  /** Answers that the judge has said something of: whatever else is odd about them follows from that. */
  private readonly drifted = new WeakSet<Exchange>()

  constructor({ options, pace, fetch }: SceneParts) {
    this.options = options
    this.pace = pace
    const { baseUrl, signal } = options
    this.line = new Line({ baseUrl, pace, fetch, signal })
    this.operations = new Map(options.contract.operations.map(one => [one.operationId, one]))
  }

  /** Throws Absent where the role has not signed in. */
  person(role: Role): Person {
    const person = this.people.get(role)
    if (!person) throw new Absent(`nobody has signed in as ${role}`)
    return person
  }

  /** Throws a RangeError for a call that the contract does not have. */
  operation(id: string): Operation {
    const operation = this.operations.get(id)
    if (!operation) throw new RangeError(`The contract has no operation ${id}.`)
    return operation
  }

  /** Whether every question about the operation got an answer that the contract has for it. */
  isSound(id: string): boolean {
    return !this.failed.has(id)
  }

  /** Whether the operation has answered so at least once. */
  hasSeen(id: string, status: number): boolean {
    return this.answered.has(`${id} ${status}`)
  }

  /** Asks, judges, and gives the answer if it is one of the expected; throws Unexpected otherwise. */
  async ask<Id extends OperationId>(question: Question<Id>): Promise<Reply<Success<Id>>> {
    const expectation = expectationOf(question)
    this.checkWhole(question.operationId, question.call, expectation)
    const isLimitDue =
      question.driftId === 'DR61' || expectation.outcomes.some(({ status }) => status === 429)
    let seen = isLimitDue ? await this.send(question) : await this.sendPatiently(question)
    // As the client does: an access token that has run out is renewed once, and the question asked again.
    if (isTimeUp(seen, expectation) && (await this.renew(question.by.person)))
      seen = await this.send(question)
    const limit = isLimitDue ? undefined : this.limitOf(question.operationId, seen)
    if (limit !== undefined) {
      this.judge(seen)
      throw new Absent(`the server limits ${question.operationId} for ${limit} s, as the contract lets it`)
    }
    const judgements = judgeExchange(this.options.contract, seen, expectation)
    this.keep(seen, await this.whereTo(question, judgements), expectation)
    const status = seen.response?.status ?? 0
    if (!expectation.outcomes.some(outcome => outcome.status === status)) {
      this.failed.add(question.operationId)
      throw new Unexpected(`${question.operationId} answered ${status || 'nothing'}`)
    }
    return { status, body: jsonOf(seen) as Success<Id>, exchange: seen }
  }

  /** A question that a drifted answer has left incomplete proves nothing of its own call. Throws Absent. */
  private checkWhole(operationId: OperationId, call: LooseCall, { outcomes }: Expectation): void {
    const { contract } = this.options
    const isHoleTried = outcomes.some(({ status }) => status === 422)
    const name = isHoleTried ? undefined : nameOfHole(this.operation(operationId), call, contract)
    if (name === undefined) return
    this.failed.add(operationId)
    throw new Absent(whoSentNo(name, this.observations, contract))
  }

  /** Sends, and where the server limits the call as the contract lets it, waits as it says and sends again. */
  async sendPatiently(question: Omit<Question<OperationId>, 'answers'>): Promise<Exchange> {
    for (;;) {
      const seen = await this.send(question)
      const seconds = this.limitOf(question.operationId, seen)
      const pause = Math.max(seconds ?? 0, 0.2) * 1000
      if (seconds === undefined || pause > this.waiting) return seen
      this.waiting -= pause
      await this.line.rest(pause)
    }
  }

  /** Does what leaves the server as it was found, even when the bounds of the run are reached. Throws what it throws. */
  putBack(work: () => Promise<void>): Promise<void> {
    return this.line.putBack(work)
  }

  /** Sends without judging: for a question whose answer is judged elsewhere. */
  async send(question: Omit<Question<OperationId>, 'answers'>): Promise<Exchange> {
    const { operationId, by } = question
    const { path, security } = this.operation(operationId)
    const seen = await this.exchangeAt(path, question)
    this.exchanges.push(seen)
    this.answered.add(`${operationId} ${seen.response?.status}`)
    const cookies = cookiesOf(by, security)
    if (cookies) storeCookies(cookies, seen)
    const date = Date.parse(headerOf(seen.response?.headers ?? [], 'date') ?? '')
    if (Number.isFinite(date)) this.now = date
    return seen
  }

  /** Asks a read of the contract at another path, as nobody; the answer is nobody's to judge. */
  askAt(path: string, operationId: OperationId): Promise<Exchange> {
    return this.exchangeAt(path, { operationId, call: {}, by: {} })
  }

  /** What a browser asks before a page of another origin may. */
  async preflight(operationId: OperationId, headers: Readonly<Record<string, string>>): Promise<Exchange> {
    const { path } = this.operation(operationId)
    return this.line.ask({ method: 'OPTIONS', path, call: {}, headers })
  }

  /** Keeps what one exchange shows. */
  judge(seen: Exchange, expectation?: Expectation): void {
    this.keep(seen, judgeExchange(this.options.contract, seen, expectation), expectation)
  }

  private keep(seen: Exchange, judgements: readonly Judgement[], expectation?: Expectation): void {
    if (judgements.length > 0) this.drifted.add(seen)
    const asked = expectation && askedFor(expectation, seen)
    for (const judgement of judgements) this.observe(judgement, seen, asked)
  }

  /** Says of a read whose address is gone where it has moved to, if that can be found; looked for once. */
  private async whereTo(
    question: Omit<Question<OperationId>, 'answers'>,
    judgements: readonly Judgement[],
  ): Promise<readonly Judgement[]> {
    const { operationId } = question
    const { method, path, effect } = this.operation(operationId)
    const isGone = judgements.some(({ driftId }) => driftId === 'DR01')
    if (!isGone || effect === 'write' || method !== 'get') return judgements
    if (!this.moved.has(operationId))
      this.moved.set(operationId, await findMoved(path, other => this.exchangeAt(other, question)))
    const found = this.moved.get(operationId)
    if (found === undefined) return judgements
    const what = `GET ${path} is not known to the server (404), GET ${found} is.`
    const { severity } = driftClasses.DR03
    return judgements.map(one => (one.driftId === 'DR01' ? { ...one, driftId: 'DR03', severity, what } : one))
  }

  private async exchangeAt(
    path: string,
    { operationId, call, by, headers = {} }: Omit<Question<OperationId>, 'answers'>,
  ): Promise<Exchange> {
    const { method, security, effect } = this.operation(operationId)
    const token = by.token ?? (security === 'bearer' ? by.person?.token : undefined)
    const cookies = cookiesOf(by, security)
    const all = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookies && cookieHeader(cookies)),
      ...headers,
    }
    const wire = { method: method.toUpperCase(), path, call, headers: all }
    const wasInDoubt = this.isAccountInDoubt
    if (effect === 'write') this.noteSent(operationId, call, by)
    const seen = await this.line.ask(wire)
    // A refusal leaves things as they were, as far as anybody can believe it.
    const { status = 0 } = seen.response ?? {}
    if (status >= 400 && status < 500) this.isAccountInDoubt = wasInDoubt
    if (seen.isCut) {
      const what = `The answer is longer than ${mostBytes} bytes; it was not read to its end.`
      this.say('DR64', { operationId, place: `answer ${status}`, what }, seen)
    }
    return seen
  }

  private noteSent(operationId: OperationId, call: LooseCall, { person }: Asker): void {
    if (!accountCalls.includes(operationId) || person?.role !== 'student') return
    // What puts things back is nothing to be put back.
    if (this.line.isPuttingBack) return
    this.isAccountInDoubt = true
    this.sent.set(operationId, [...(this.sent.get(operationId) ?? []), { step: this.step, call }])
  }

  /** For how many seconds the server wants not to be asked so; undefined where it does not limit by the contract. */
  private limitOf(operationId: OperationId, seen: Exchange): number | undefined {
    return responseOf(this.operation(operationId), 429) && secondsOfLimit(seen, this.now)
  }

  /** Keeps a difference between two answers, which no single exchange shows. */
  say(
    driftId: DriftId,
    difference: Omit<Judgement, 'driftId' | 'severity'> & { readonly operationId: OperationId },
    seen?: Exchange,
  ): void {
    if (seen && this.drifted.has(seen)) return
    this.observe({ driftId, severity: driftClasses[driftId].severity, ...difference }, seen)
  }

  /** Keeps a difference that belongs to no operation. */
  observeAnywhere(driftId: DriftId, place: string, what: string, seen: Exchange): void {
    this.observe({ driftId, severity: driftClasses[driftId].severity, place, what }, seen)
  }

  /** What must not be printed. */
  secrets(): Secrets {
    return secretsOf(this.options, this.people.values())
  }

  private observe(judgement: Judgement, seen: Exchange | undefined, asked?: AskedFor): void {
    const secrets = this.secrets()
    const evidence = seen && evidenceOf(seen, `probe: ${this.step}`, judgement.pointer, secrets)
    const masked = maskJudgement(judgement, secrets, seen)
    this.observations.push({
      judgement: masked,
      source: 'probe',
      ...(evidence && { evidence }),
      ...(asked && { asked }),
    })
  }

  private async renew(person: Person | undefined): Promise<boolean> {
    if (!person || person.cookies.size === 0) return false
    const seen = await this.send({ operationId: 'refreshSession', call: {}, by: { person } })
    const body = jsonOf(seen) as { access_token?: unknown } | undefined
    if (typeof body?.access_token !== 'string') return false
    person.token = body.access_token
    return true
  }
}

function cookiesOf({ cookies, person }: Asker, security: Operation['security']): Cookies | undefined {
  return cookies ?? (security === 'refreshCookie' ? person?.cookies : undefined)
}
