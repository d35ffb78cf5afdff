import type { Contract } from '../load-contract'
import type { Exchange } from './exchange'
import type { Expectation } from './expectation'
import { findOperation } from './find-operation'
import type { Judgement } from './judgement'

/**
 * Everything that one exchange can show of a server that leaves the contract; nothing about the client that asked.
 * Without an expectation only the answer is judged, and addresses outside of the contract's base path are not.
 */
export function judgeExchange(
  contract: Contract,
  exchange: Exchange,
  _expectation?: Expectation,
): Judgement[] {
  const found = findOperation(contract, exchange.request.method, exchange.request.url)
  if (found.kind !== 'found') return []
  return []
}
