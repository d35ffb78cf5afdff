import type { StandingFault } from '../control/mock-controls'
import type { Tables } from './tables'

/** A deliberate failure of the next answers of one operation. Not judged against the contract. */
export type Fault =
  /** An error of the application or a gateway: `detail` absent sends an empty object. */
  | { kind: 'status'; status: number; detail?: string; headers?: Record<string, string> }
  /** Any JSON body: a list of field errors, a drifted shape. */
  | { kind: 'body'; status: number; body: unknown; headers?: Record<string, string> }
  /** A page of HTML where JSON is due. */
  | { kind: 'html'; status?: number }
  /** No body at all. */
  | { kind: 'empty'; status?: number }
  /** JSON cut off in the middle. */
  | { kind: 'malformed'; status?: number }
  /** The connection breaks; with `after` the operation has been done and only its answer is lost. */
  | { kind: 'abort'; after?: boolean }
  /** The operation has been done, and the connection breaks after half of its answer. */
  | { kind: 'reset' }
  /** No answer ever comes. */
  | { kind: 'never' }
  /** The right answer, so many milliseconds later. */
  | { kind: 'delay'; milliseconds: number }
  /** The right answer, once this has settled (only inside one process). */
  | { kind: 'wait'; until: Promise<unknown> }

/** The faults that wait for their calls: rows of the database, so that tabs share them and snapshots carry them. */
export class Faults {
  readonly #tables: Pick<Tables, 'faults' | 'counters'>
  /** A promise cannot be kept in a row: these stay in this process. */
  readonly #held = new Map<number, StandingFault>()

  constructor(tables: Pick<Tables, 'faults' | 'counters'>) {
    this.#tables = tables
  }

  /** Queues a fault for the next `times` calls of an operation; `Infinity` keeps it until cleared. */
  add(operationId: string, fault: Fault, times = 1): void {
    const id = (this.#tables.counters.get('fault')?.last ?? 0) + 1
    this.#tables.counters.put('fault', { last: id })
    this.#put({ id, operationId, fault, left: Number.isFinite(times) ? times : null })
  }

  /** Everything that waits, oldest first. */
  list(): readonly StandingFault[] {
    return [...this.#tables.faults.values(), ...this.#held.values()].sort((one, other) => one.id - other.id)
  }

  /** Whether the next call of the operation is meant to fail. */
  has(operationId: string): boolean {
    return this.#next(operationId) !== undefined
  }

  /** The fault of this call, counted as used. */
  take(operationId: string): Fault | undefined {
    const next = this.#next(operationId)
    if (!next) return undefined
    if (next.left !== null && next.left <= 1) this.remove(next.id)
    else if (next.left !== null) this.#put({ ...next, left: next.left - 1 })
    return next.fault
  }

  /** Takes one away; an id that is not there any more is no mistake. */
  remove(id: number): void {
    this.#tables.faults.delete(id)
    this.#held.delete(id)
  }

  /** Forgets the faults of one operation, or all. */
  clear(operationId?: string): void {
    for (const { id, operationId: of } of this.list()) {
      if (operationId === undefined || of === operationId) this.remove(id)
    }
  }

  #next(operationId: string): StandingFault | undefined {
    return this.list().find(standing => standing.operationId === operationId)
  }

  #put(standing: StandingFault): void {
    if (standing.fault.kind === 'wait') this.#held.set(standing.id, standing)
    else this.#tables.faults.put(standing.id, standing)
  }
}
