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
  /** No answer ever comes. */
  | { kind: 'never' }
  /** The right answer, so many milliseconds later. */
  | { kind: 'delay'; milliseconds: number }
  /** The right answer, once this has settled (only inside one process). */
  | { kind: 'wait'; until: Promise<unknown> }

export class Faults {
  readonly #queues = new Map<string, { fault: Fault; left: number }[]>()

  /** Queues a fault for the next `times` calls of an operation; `Infinity` keeps it until cleared. */
  add(operationId: string, fault: Fault, times = 1): void {
    const queue = this.#queues.get(operationId) ?? []
    queue.push({ fault, left: times })
    this.#queues.set(operationId, queue)
  }

  /** Whether the next call of the operation is meant to fail. */
  has(operationId: string): boolean {
    return (this.#queues.get(operationId)?.length ?? 0) > 0
  }

  /** The fault of this call, counted as used. */
  take(operationId: string): Fault | undefined {
    const queue = this.#queues.get(operationId)
    const head = queue?.[0]
    if (!queue || !head) return undefined
    head.left--
    if (head.left <= 0) queue.shift()
    return head.fault
  }

  /** Forgets the faults of one operation, or all. */
  clear(operationId?: string): void {
    if (operationId === undefined) this.#queues.clear()
    else this.#queues.delete(operationId)
  }
}
