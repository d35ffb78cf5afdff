import type { Contract } from '../lib/load-contract'
import { type Coverage, CoverageCounter } from '../lib/validator/coverage'
import type { Exchange } from '../lib/validator/exchange'
import { findOperation } from '../lib/validator/find-operation'
import type { CheckedOperation } from './report/report'

/**
 * Statistics of all exchanges of a run. Keeps no exchange, since a recording may be larger than the memory.
 */
export class ExchangeStats {
  private readonly contract: Contract
  private readonly counter: CoverageCounter
  private readonly called = new Set<string>()
  private count = 0

  constructor(contract: Contract) {
    this.contract = contract
    this.counter = new CoverageCounter(contract)
  }

  add(exchange: Exchange): void {
    const { method, url } = exchange.request
    const found = findOperation(this.contract, method, url)
    if (found.kind === 'found') this.called.add(found.operation.operationId)
    this.counter.add(exchange)
    this.count += 1
  }

  exchanges(): number {
    return this.count
  }

  coverage(): Coverage | undefined {
    return this.count === 0 ? undefined : this.counter.coverage()
  }

  operations(): CheckedOperation[] {
    return this.contract.operations.map(({ operationId, method, path, tag }) => ({
      operationId,
      call: `${method.toUpperCase()} ${path}`,
      tag,
      isSeen: this.called.has(operationId),
    }))
  }
}
