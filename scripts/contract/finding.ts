import type { DriftId } from '../lib/judge/drift-classes'
import type { Judgement, Severity } from '../lib/judge/judgement'
import type { Evidence } from '../lib/masking/evidence'

/** Where a drift was seen: in the backend's own document, in answers to our questions, or in recorded traffic. */
export type FindingSource = 'document' | 'probe' | 'traffic'

/** What one side of the check hands in: a judgement and, if an exchange showed it, that exchange already masked. */
export type Observation = {
  readonly judgement: Judgement
  readonly source: FindingSource
  readonly evidence?: Evidence
  /** What the question deserved; absent where nobody asked. */
  readonly asked?: AskedFor
}

/** What an own question deserved and got: what only follows from something else is told apart by it. */
export type AskedFor = {
  /** The statuses that were due. */
  readonly due: readonly number[]
  /** 0 when nothing came. */
  readonly came: number
  /** Whether an HTML page came. */
  readonly isPage: boolean
  /** Whether the question was bent to try one limit, which proves nothing where a plain question fails as well. */
  readonly isEdge: boolean
}

/** The parts of the client that read a property or call an operation: found by taking it out of the types. */
export type UsedBy = {
  /** Below the repository's top: `src/features/task-list/task-row.tsx`. */
  readonly files: readonly string[]
  /** Addresses of screens: `/group/$groupId`. */
  readonly screens: readonly string[]
}

/** All that is known of one drift, however often and by whichever side it was seen. */
export type Finding = {
  readonly driftId: DriftId
  readonly title: string
  readonly severity: Severity
  readonly operationId?: string
  /** `GET /groups/{id}`; absent as operationId is. */
  readonly call?: string
  readonly place: string
  readonly what: string
  readonly advice: string
  readonly witness?: unknown
  readonly isAssumed: boolean
  readonly sources: readonly FindingSource[]
  /** The first few exchanges that show it; `exchanges` counts all. */
  readonly evidence: readonly Evidence[]
  readonly exchanges: number
  /** Where the contract promises it: `openapi/schemas/User.yaml:12`. */
  readonly contractAt?: string
  readonly usedBy: UsedBy
  /** Stable between runs and machines: what a baseline file holds. 16 hexadecimal digits. */
  readonly fingerprint: string
  /** Set when the baseline holds it and the entry has not expired: the reason that stands there. */
  readonly accepted?: string
}
