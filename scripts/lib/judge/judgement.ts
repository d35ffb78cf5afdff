import type { DriftId } from './drift-classes'

/** How bad a drift is for this client: a screen or flow breaks, it says or does something wrong, or nothing happens. */
export type Severity = 'breaking' | 'degraded' | 'information'

/** One difference between what the contract says and what was seen, before anyone asks which screens it costs. */
export type Judgement = {
  readonly driftId: DriftId
  readonly severity: Severity
  /** Absent for what belongs to no operation of the contract. */
  readonly operationId?: string
  /**
   * Where in the operation, in the contract's own words, so that equal drifts have equal places:
   * `answer 200 /rows/*`, `answer 401 detail`, `answer 200 header content-type`, `query task_id`,
   * `body /username`, `path id`, `operation`.
   */
  readonly place: string
  /** For a difference in a body: the status of the answer (none for a request) and the pointer, `*` for list items. */
  readonly status?: number
  readonly pointer?: string
  /** One English sentence: what was promised and what was seen. */
  readonly what: string
  /** A value that one side takes and the other refuses, or the piece of the answer that breaks the promise. */
  readonly witness?: unknown
  /** The contract itself marks this part as a guess of ours. */
  readonly isAssumed?: boolean
}
