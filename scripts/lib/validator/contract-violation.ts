import type { DriftId } from './drift-classes'

/**
 * `breaking`: a screen or flow breaks; `degraded`: the client shows or does something wrong; `information`:
 * no effect.
 */
export type Severity = 'breaking' | 'degraded' | 'information'

export type ContractViolation = {
  readonly driftId: DriftId
  readonly severity: Severity
  /** Absent if it belongs to no operation. */
  readonly operationId?: string
  /**
   * Stable location in the operation, part of the fingerprint: `answer 200 /rows/*`, `answer 401 detail`,
   * `answer 200 header content-type`, `query task_id`, `body /username`, `path id`, `operation`.
   */
  readonly place: string
  /** For a difference in a body: the status (none for a request) and the pointer, `*` for list items. */
  readonly status?: number
  readonly pointer?: string
  readonly what: string
  /** A value that one side accepts and the other rejects, or the part of the response that is wrong. */
  readonly witness?: unknown
  /** The contract marks this part with `x-assumed`. */
  readonly isAssumed?: boolean
}
