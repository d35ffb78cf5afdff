import type { Fault, PendingFault } from './faults'
import type { Tables } from './tables'

/** Pending faults. They are database rows, so tabs share them and snapshots contain them. */
export class FaultQueue {
  readonly #tables: Pick<Tables, 'faults' | 'counters'>
  /** Faults with a promise can't be stored in a row. */
  readonly #withPromise = new Map<number, PendingFault>()

  constructor(tables: Pick<Tables, 'faults' | 'counters'>) {
    this.#tables = tables
  }

  /** Queues a fault for the next `times` calls; `Infinity` lasts until cleared. */
  add(operationId: string, fault: Fault, times = 1): void {
    const id = (this.#tables.counters.get('fault')?.last ?? 0) + 1
    this.#tables.counters.put('fault', { last: id })
    this.#put({ id, operationId, fault, left: Number.isFinite(times) ? times : null })
  }

  /** Oldest first. */
  list(): readonly PendingFault[] {
    return [...this.#tables.faults.values(), ...this.#withPromise.values()].sort(
      (one, other) => one.id - other.id,
    )
  }

  has(operationId: string): boolean {
    return this.#next(operationId) !== undefined
  }

  /** The fault for this call; counts it as used. */
  take(operationId: string): Fault | undefined {
    const next = this.#next(operationId)
    if (!next) return undefined
    if (next.left !== null && next.left <= 1) this.remove(next.id)
    else if (next.left !== null) this.#put({ ...next, left: next.left - 1 })
    return next.fault
  }

  /** Unknown ids are ignored. */
  remove(id: number): void {
    this.#tables.faults.delete(id)
    this.#withPromise.delete(id)
  }

  /** Removes the faults of one operation, or all. */
  clear(operationId?: string): void {
    for (const { id, operationId: of } of this.list()) {
      if (operationId === undefined || of === operationId) this.remove(id)
    }
  }

  #next(operationId: string): PendingFault | undefined {
    return this.list().find(pending => pending.operationId === operationId)
  }

  #put(pending: PendingFault): void {
    if (pending.fault.kind === 'wait') this.#withPromise.set(pending.id, pending)
    else this.#tables.faults.put(pending.id, pending)
  }
}
