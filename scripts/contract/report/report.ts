import type { Severity } from '../../lib/validator/contract-violation'
import type { Coverage } from '../../lib/validator/coverage'
import type { BaselineEntry } from '../baseline'
import type { ExitCode } from '../exit-codes'
import type { Finding, FindingSource } from '../finding'

export type Threshold = { readonly failOn: Severity; readonly isAssumedCounted: boolean }

export type MinimumCoverage = { readonly [Part in keyof Coverage]?: number }

export type CheckedOperation = {
  readonly operationId: string
  /** `GET /groups/{id}`. */
  readonly call: string
  readonly tag: string
  readonly isSeen: boolean
}

/** The result of one run, input of all report writers. */
export type Report = {
  readonly version: string
  /** Whether reports may refer to files of the contract. */
  readonly isOwnCheckout: boolean
  /** The URL of the server without credentials. */
  readonly target?: string
  readonly startedAt: string
  readonly seconds: number
  readonly sources: readonly FindingSource[]
  readonly exchanges: number
  readonly threshold: Threshold
  readonly minimum: MinimumCoverage
  /** Sorted by severity, then by operation and place. */
  readonly findings: readonly Finding[]
  /** Absent without exchanges, for example when only documents were compared. */
  readonly coverage?: Coverage
  readonly operations: readonly CheckedOperation[]
  readonly skipped: readonly { readonly step: string; readonly why: string }[]
  readonly notes: readonly string[]
  readonly failures: readonly string[]
  readonly baseline: {
    readonly expired: readonly BaselineEntry[]
    readonly unused: readonly BaselineEntry[]
  }
  readonly verdict: { readonly exitCode: ExitCode; readonly sentence: string }
}
