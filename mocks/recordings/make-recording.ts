import { coerceParams } from '../../scripts/lib/coerce'
import { contractWords } from '../../scripts/lib/contract-words'
import { isObject } from '../../scripts/lib/json'
import { readBody } from '../../scripts/lib/judge/case'
import { type Exchange, headerOf } from '../../scripts/lib/judge/exchange'
import { type FoundOperation, findOperation } from '../../scripts/lib/judge/find-operation'
import type { Contract } from '../../scripts/lib/load-contract'
import { learnSecrets } from '../../scripts/lib/masking/learn-secrets'
import { isSession, keepExchange, queryOf, readExchange, sentJson } from './keep-exchange'
import { personFieldOf } from './people'
import type { RecordedExchange, RecordedScenario } from './recorded-scenario'
import { Scrubber } from './scrub'

export type RecordingOptions = {
  /** Small letters, digits and hyphens. */
  readonly name: string
  /** When it was recorded, in milliseconds, for answers that do not say it themselves. */
  readonly at: number
  /** What came before the recording: nothing of it is kept, but it tells who is signed in and what is secret. */
  readonly before?: readonly Exchange[]
}

export type Recording = {
  readonly scenario: RecordedScenario
  /** Calls that are not in the scenario, and why, in the order of their first. */
  readonly leftOut: readonly LeftOut[]
  /** How many people were given made-up names. */
  readonly people: number
}

type LeftOut = {
  /** `GET /groups/{id}`; `GET /api` for those that the contract does not have. */
  readonly call: string
  /** One sentence in English. */
  readonly why: string
  readonly count: number
}

const unknownSentence = 'The contract has no such call.'

/**
 * A scenario out of a session with a real server: without people and secrets, and without every answer that breaks the
 * contract. The same exchanges give the same scenario.
 */
export function makeRecording(
  contract: Contract,
  exchanges: readonly Exchange[],
  { name, at, before = [] }: RecordingOptions,
): Recording {
  const scrubber = new Scrubber(contractWords(contract.document))
  for (const exchange of [...before, ...exchanges]) learn(contract, exchange, scrubber)
  scrubber.settle()
  const kept: RecordedExchange[] = []
  const leftOut = new Map<string, LeftOut>()
  let recordedAt: string | undefined
  for (const exchange of exchanges) {
    const { method, url } = exchange.request
    const found = findOperation(contract, method, url)
    if (found.kind === 'outside') continue
    const written = found.kind === 'found' ? writeCall(contract, found, exchange, scrubber) : unknownSentence
    if (typeof written === 'string') {
      // An address that is not the contract's may hold anything.
      const call = `${method} ${found.kind === 'found' ? found.operation.path : contract.basePath}`
      const count = (leftOut.get(call + written)?.count ?? 0) + 1
      leftOut.set(call + written, { call, why: written, count })
    } else {
      recordedAt ??= momentOf(exchange)
      kept.push(written)
    }
  }
  return {
    scenario: {
      kind: 'flagship-recording',
      version: 1,
      name,
      recordedAt: recordedAt ?? new Date(at).toISOString(),
      exchanges: kept,
    },
    leftOut: [...leftOut.values()],
    people: scrubber.people.size,
  }
}

function writeCall(
  contract: Contract,
  { operation, params }: Extract<FoundOperation, { kind: 'found' }>,
  exchange: Exchange,
  scrubber: Scrubber,
): RecordedExchange | string {
  const read = readExchange(contract, operation, params, exchange)
  return typeof read === 'string' ? read : keepExchange(contract, read, scrubber)
}

/** Takes in the people and the secrets of an exchange, and who is signed in by it. */
function learn(contract: Contract, exchange: Exchange, scrubber: Scrubber): void {
  const { request, response } = exchange
  const found = findOperation(contract, request.method, request.url)
  if (found.kind !== 'found') return
  const { operation, params } = found
  const answer = response && readBody(response)
  const body = answer?.kind === 'json' ? answer.value : undefined
  const query = queryOf(operation, request.url)
  // Whoever asks for nobody in particular is told of themselves.
  const isOwn = isSession(operation) || (operation.security === 'bearer' && isEmpty(params) && isEmpty(query))
  if (isOwn && isObject(body) && isObject(body.user) && typeof body.user.id === 'number')
    scrubber.people.signIn(body.user.id)
  for (const part of [coerceParams(operation, params), query, sentJson(exchange), body]) scrubber.learn(part)
  for (const { name, value } of learnSecrets(exchange))
    if (!personFieldOf(name.replaceAll('_', ''), value)) scrubber.secrets.of(value)
}

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0
}

/** The server's own moment of an answer, RFC 3339. */
function momentOf({ response }: Exchange): string | undefined {
  const date = Date.parse(headerOf(response?.headers ?? [], 'date') ?? '')
  return Number.isNaN(date) ? undefined : new Date(date).toISOString()
}
