import { coerceParams, coerceQuery } from '../../scripts/lib/coerce'
import { isObject } from '../../scripts/lib/json'
import { readBody } from '../../scripts/lib/judge/case'
import type { DriftId } from '../../scripts/lib/judge/drift-classes'
import { type Exchange, headerOf, textOf } from '../../scripts/lib/judge/exchange'
import { judgeExchange } from '../../scripts/lib/judge/judge-exchange'
import { answerTree } from '../../scripts/lib/judge/property-tree'
import type { Contract } from '../../scripts/lib/load-contract'
import { maskJudgement } from '../../scripts/lib/masking/mask'
import { matches } from '../../scripts/lib/matches'
import { type Operation, type OperationResponse, responseOf } from '../../scripts/lib/operation'
import type { OperationId } from '../operations.gen'
import type { RecordedExchange } from './recorded-scenario'
import type { Scrubber } from './scrub'

/** A call of the contract that is to be kept. */
type Kept = {
  readonly operation: Operation
  readonly response: OperationResponse
  readonly exchange: Exchange
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly sent: unknown
  readonly body: unknown
}

const sessionSentence = 'The simulated platform has sessions of its own.'

/** Drifts that cost a playback nothing: a field that is left out anyway, a slow answer. */
const harmless: readonly DriftId[] = ['DR35', 'DR64']

/** An exchange in parts, or the sentence that says why it cannot be kept. */
export function readExchange(
  contract: Contract,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  exchange: Exchange,
): Kept | string {
  const { response } = exchange
  if (!response) return 'No answer came.'
  if (isSession(operation)) return sessionSentence
  // It would be played again for ever.
  if (response.status === 401) return 'Its token was refused (401), and a playback has a session of its own.'
  const documented = responseOf(operation, response.status)
  if (!documented) return `The status ${response.status} is not in the contract.`
  if (documented.kind === 'binary') return 'Files are not recorded.'
  if (documented.kind !== 'empty' && response.body === undefined)
    return 'The recording does not hold its body.'
  const [broken] = judgeExchange(contract, { ...exchange, isSanitized: true }).filter(
    ({ driftId }) => !harmless.includes(driftId),
  )
  if (broken) {
    const { driftId, place, what } = maskJudgement(broken, [], exchange)
    return `It breaks the contract (${driftId}, ${place}): ${what}`
  }
  const read = readBody(response)
  return {
    operation,
    response: documented,
    exchange,
    params: coerceParams(operation, params),
    query: queryOf(operation, exchange.request.url),
    sent: sentJson(exchange),
    body: documented.kind === 'text' ? textOf(response.body) : read.kind === 'json' ? read.value : undefined,
  }
}

/** The exchange without people and secrets, or the sentence that says why it cannot be kept. */
export function keepExchange(contract: Contract, kept: Kept, scrubber: Scrubber): RecordedExchange | string {
  const { operation, response, exchange } = kept
  const params = fieldsOf(scrubber.write(kept.params))
  const query = fieldsOf(scrubber.write(kept.query))
  const asked = { ...params, ...query }
  const wrong = operation.parameters.find(
    ({ name, schema }) => name in asked && !matches(schema, asked[name], contract.schemas),
  )
  if (wrong) return `Its ${wrong.in} ${wrong.name} is not what the contract allows.`
  const tree = response.kind === 'json' ? answerTree(response, contract) : undefined
  const body = response.kind === 'empty' ? undefined : scrubber.write(kept.body, tree)
  if (response.kind === 'json' && !matches(response.schema ?? {}, body, contract.schemas))
    return 'Without people, secrets and undocumented fields it no longer keeps the contract.'
  const sent = scrubber.write(kept.sent)
  const headers = response.headers.flatMap(({ name, cookie }) => {
    const value = cookie ? undefined : headerOf(exchange.response?.headers ?? [], name)
    return value === undefined ? [] : [[name, scrubber.text(value)] as const]
  })
  const { status } = response
  const answer = { status, ...(body !== undefined && { body }), headers: Object.fromEntries(headers) }
  const operationId = operation.operationId as OperationId
  return { operationId, params, query, ...(sent !== undefined && { body: sent }), answer }
}

/** Whether a call begins, renews or ends a session: by the refresh cookie, in its question or in its answer. */
export function isSession({ security, responses }: Operation): boolean {
  return security === 'refreshCookie' || responses.some(({ headers }) => headers.some(({ cookie }) => cookie))
}

/** The documented query parameters of an address, as values. */
export function queryOf(operation: Operation, url: string): Record<string, unknown> {
  return coerceQuery(operation, new URL(url).searchParams)
}

/** The JSON of a question; undefined where it is none. */
export function sentJson({ request }: Exchange): unknown {
  try {
    return JSON.parse(textOf(request.body))
  } catch {
    return undefined
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {}
}
