import type { Contract } from '../load-contract'
import { type Operation, type OperationResponse, responseOf } from '../operation'
import { type Case, readBody } from './case'
import type { Exchange } from './exchange'
import type { Expectation } from './expectation'
import { findOperation } from './find-operation'
import { judgeBody } from './judge-body'
import { judgeHeaders } from './judge-headers'
import { judgeOutcome } from './judge-outcome'
import { judgeRefusal } from './judge-refusal'
import { judgeSpeed } from './judge-speed'
import { judgeUnknown } from './judge-unknown'
import type { Judgement } from './judgement'

/**
 * Everything that one exchange can show of a server that leaves the contract; nothing about the client that asked.
 * Without an expectation only the answer is judged, and addresses outside of the contract's base path are not.
 * One judgement for each drift and place. Never throws, whatever the server has sent.
 */
export function judgeExchange(
  contract: Contract,
  exchange: Exchange,
  expectation?: Expectation,
): Judgement[] {
  const { method, url } = exchange.request
  // Preflights are the browser's own, and an answer to HEAD has no body to judge.
  if (method === 'OPTIONS' || method === 'HEAD') return []
  const found = findOperation(contract, method, url)
  const meant = contract.operations.find(({ operationId }) => operationId === expectation?.operationId)
  const operation = meant ?? (found.kind === 'found' ? found.operation : undefined)
  if (operation) return distinct(judgeOperation(contract, operation, exchange, expectation))
  return found.kind === 'outside' || found.kind === 'found' ? [] : judgeUnknown(method, found, exchange)
}

function judgeOperation(
  contract: Contract,
  operation: Operation,
  exchange: Exchange,
  expectation: Expectation | undefined,
): Judgement[] {
  const { response } = exchange
  if (!response) return expectation ? [noAnswer(operation)] : []
  const of: Case = { contract, operation, exchange, response, expectation, body: readBody(response) }
  const outcome = judgeOutcome(of)
  if (outcome.isOver) return outcome.judgements
  const documented = promisedAnswer(of)
  return [
    ...outcome.judgements,
    ...judgeRefusal(of),
    ...(documented ? [...judgeBody(of, documented), ...judgeHeaders(of, documented)] : []),
    ...judgeSpeed(of),
  ]
}

/** The documented answer to judge by: the one of this status, or for a renumbered success the only success there is. */
function promisedAnswer({ operation, response: { status } }: Case): OperationResponse | undefined {
  const exact = responseOf(operation, status)
  if (exact || status < 200 || status > 299) return exact
  const successes = operation.responses.filter(one => one.status >= 200 && one.status < 300)
  return successes.length === 1 ? successes[0] : undefined
}

function noAnswer({ operationId, assumed }: Operation): Judgement {
  const what = 'The connection was broken, or no answer came in time.'
  const isAssumed = assumed && { isAssumed: true }
  return { driftId: 'DR45', severity: 'breaking', operationId, place: 'operation', what, ...isAssumed }
}

function distinct(judgements: readonly Judgement[]): Judgement[] {
  const seen = new Map<string, Judgement>()
  for (const one of judgements) {
    const key = `${one.driftId} ${one.place}`
    if (!seen.has(key)) seen.set(key, one)
  }
  return [...seen.values()]
}
