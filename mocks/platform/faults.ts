/** An injected failure of the next calls of one operation. Not validated against the contract. */
export type Fault =
  /** An error of the application or a gateway: `detail` absent sends an empty object. */
  | { kind: 'status'; status: number; detail?: string; headers?: Record<string, string> }
  /** Any JSON body: a list of field errors, a drifted shape. */
  | { kind: 'body'; status: number; body: unknown; headers?: Record<string, string> }
  /** An HTML page instead of JSON. */
  | { kind: 'html'; status?: number }
  /** A plain text, as a crashed application sends it: 500 by default. */
  | { kind: 'text'; status?: number }
  /** An empty body. */
  | { kind: 'empty'; status?: number }
  /** Truncated JSON. */
  | { kind: 'malformed'; status?: number }
  /** The connection breaks; with `after`, only once the operation was executed. */
  | { kind: 'abort'; after?: boolean }
  /** The operation is executed, and the connection breaks after half of the response. */
  | { kind: 'reset' }
  /** The operation is executed, and the body of its response comes twice. */
  | { kind: 'doubled' }
  /** The request hangs; with `after`, once the operation was executed. */
  | { kind: 'never'; after?: boolean }
  /** The normal response, later. */
  | { kind: 'delay'; milliseconds: number }
  /** The normal response, once the promise has settled (only inside one process). */
  | { kind: 'wait'; until: Promise<unknown> }

/** Response times: none, 80–160 ms, 0.4–1.2 s, 2–6 s, or 0–4 s at random. */
export type LatencyProfile = 'none' | 'usual' | 'slow' | 'verySlow' | 'uneven'

/** `flapping` alternates 4 s online and 3 s offline in machine time, whatever the virtual clock does. */
export type NetworkState = 'online' | 'offline' | 'flapping'

/** Seeded random failures: the same seed and the same calls of an operation fail in the same way. */
export interface Chaos {
  seed: string
  /** Share of the calls that fail, from 0 to 1. */
  share: number
}

/** A fault queued for one operation. */
export interface PendingFault {
  id: number
  operationId: string
  fault: Fault
  /** Calls that will still fail; null means all until the fault is removed. */
  left: number | null
}
