import { type Coverage, CoverageCounter } from '../lib/judge/coverage'
import type { Exchange } from '../lib/judge/exchange'
import { findOperation } from '../lib/judge/find-operation'
import type { Contract } from '../lib/load-contract'
import type { CheckedOperation } from './report/report'

/** What all exchanges of a run add up to. Keeps none of them, since a recording may be larger than the memory. */
export class Tally {
  private readonly contract: Contract
  private readonly counter: CoverageCounter
  private readonly asked = new Set<string>()
  private count = 0

  constructor(contract: Contract) {
    this.contract = contract
    this.counter = new CoverageCounter(contract)
  }

  add(exchange: Exchange): void {
    const { method, url } = exchange.request
    const found = findOperation(this.contract, method, url)
    if (found.kind === 'found') this.asked.add(found.operation.operationId)
    this.counter.add(exchange)
    this.count += 1
  }

  exchanges(): number {
    return this.count
  }

  /** Undefined where no exchange was looked at. */
  coverage(): Coverage | undefined {
    return this.count === 0 ? undefined : this.counter.coverage()
  }

  operations(): CheckedOperation[] {
    return this.contract.operations.map(({ operationId, method, path, tag }) => ({
      operationId,
      call: `${method.toUpperCase()} ${path}`,
      tag,
      isSeen: this.asked.has(operationId),
    }))
  }
}
