import type { Coverage } from '../../lib/judge/coverage'
import type { Severity } from '../../lib/judge/judgement'
import type { BaselineEntry } from '../baseline'
import type { ExitCode } from '../exit-codes'
import type { Finding, FindingSource } from '../finding'

/** From which severity on a drift fails the run, and whether drift on the contract's own guesses does. */
export type Threshold = { readonly failOn: Severity; readonly isAssumedCounted: boolean }

/** Least shares in percent, by the parts of a coverage. */
export type MinimumCoverage = { readonly [Part in keyof Coverage]?: number }

/** One operation of the contract and whether any exchange of this run was its. */
export type CheckedOperation = {
  readonly operationId: string
  /** `GET /groups/{id}`. */
  readonly call: string
  readonly tag: string
  readonly isSeen: boolean
}

/** All that one run found out. Every writer of a report gets this and nothing else. */
export type Report = {
  readonly version: string
  /** Whether the files of the contract stand where the report is read, so that it may point into them. */
  readonly isOwnCheckout: boolean
  /** The address that was asked, without what stands before an @. */
  readonly target?: string
  /** RFC 3339. */
  readonly startedAt: string
  readonly seconds: number
  readonly sources: readonly FindingSource[]
  readonly exchanges: number
  readonly threshold: Threshold
  readonly minimum: MinimumCoverage
  /** In the order in which they are read: breaking first, then by call and place. */
  readonly findings: readonly Finding[]
  /** Absent when no exchange was looked at, as in a comparison of two documents. */
  readonly coverage?: Coverage
  readonly operations: readonly CheckedOperation[]
  readonly skipped: readonly { readonly step: string; readonly why: string }[]
  readonly notes: readonly string[]
  /** Why the run proves nothing: the target did not answer, or nobody could sign in. */
  readonly failures: readonly string[]
  readonly baseline: {
    readonly expired: readonly BaselineEntry[]
    readonly unused: readonly BaselineEntry[]
  }
  readonly verdict: { readonly exitCode: ExitCode; readonly sentence: string }
}
