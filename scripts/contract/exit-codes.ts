import type { Report } from './report/report'
import { countsAgainst } from './report/severity'
import { missedMinimums } from './report/shares'

export const exitCodes = {
  /** Nothing at or above the threshold. */
  clean: 0,
  /** Drift at or above the threshold. */
  drift: 1,
  /** Options, files or the contract are invalid. */
  usage: 2,
  /** The server did not respond, no user could sign in, nothing was seen, or the check itself failed. */
  inconclusive: 3,
  /** No drift, but the coverage is below the minimum. */
  coverage: 4,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/**
 * Inconclusive comes first. Drift comes before coverage, because a job that fails for both should be read for
 * the drift.
 */
export function exitCodeOf(result: Omit<Report, 'verdict'>): ExitCode {
  if (result.failures.length > 0) return exitCodes.inconclusive
  if (result.findings.some(finding => countsAgainst(finding, result.threshold))) return exitCodes.drift
  return missedMinimums(result.coverage, result.minimum).length > 0 ? exitCodes.coverage : exitCodes.clean
}
