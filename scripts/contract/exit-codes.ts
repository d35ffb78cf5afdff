import type { Report } from './report/report'
import { countsAgainst } from './report/severity'
import { missedMinimums } from './report/shares'

/** What the process says to a CI job by its exit code. */
export const exitCodes = {
  /** Nothing at or above the threshold. */
  clean: 0,
  /** Drift at or above the threshold. */
  drift: 1,
  /** Options, files or the contract itself cannot be used. */
  usage: 2,
  /** The target did not answer, nobody could sign in, nothing was seen, or the check itself failed: nothing is proved. */
  inconclusive: 3,
  /** No drift, but less was seen than the job asks for. */
  coverage: 4,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/**
 * The code of a check that ran. Without an answer nothing is proved, so that comes first; drift comes before
 * coverage, because a job that fails for both is to be read for the drift.
 */
export function exitCodeOf(result: Omit<Report, 'verdict'>): ExitCode {
  if (result.failures.length > 0) return exitCodes.inconclusive
  if (result.findings.some(finding => countsAgainst(finding, result.threshold))) return exitCodes.drift
  return missedMinimums(result.coverage, result.minimum).length > 0 ? exitCodes.coverage : exitCodes.clean
}
