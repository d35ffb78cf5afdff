import { coerceParams } from '../../scripts/lib/coerce'
import { contractWords } from '../../scripts/lib/contract-words'
import { isObject } from '../../scripts/lib/json'
import type { Contract } from '../../scripts/lib/load-contract'
import { collectSecrets } from '../../scripts/lib/masking/collect-secrets'
import { type Exchange, getHeader } from '../../scripts/lib/validator/exchange'
import { type FoundOperation, findOperation } from '../../scripts/lib/validator/find-operation'
import { readBody } from '../../scripts/lib/validator/response-context'
import {
  isSession,
  parseExchange,
  parseQuery,
  parseRequestJson,
  toRecordedExchange,
} from './convert-exchange'
import type { RecordedExchange, RecordedScenario } from './recorded-scenario'
import { Scrubber } from './scrub'
import { getUserField } from './user-pseudonyms'

export type RecordingOptions = {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string
  /** When it was recorded, in milliseconds; used if responses have no date. */
  readonly at: number
  /** Exchanges before the recording: not recorded, but they tell who is signed in and what is secret. */
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
  const scrubber = new Scrubber(contractWords(contract.document))
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
