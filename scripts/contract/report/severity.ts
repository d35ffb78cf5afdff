import type { Severity } from '../../lib/validator/contract-violation'
import type { Finding } from '../finding'
import type { Threshold } from './report'

/** From worst to least. */
export const severities: readonly Severity[] = ['breaking', 'degraded', 'information']

function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(threshold)
}

export function worstOf(found: readonly Severity[]): Severity {
  return severities.find(severity => found.includes(severity)) ?? 'information'
}

export function countsAgainst(finding: Finding, { failOn, isAssumedCounted }: Threshold): boolean {
  if (finding.accepted !== undefined || (finding.isAssumed && !isAssumedCounted)) return false
  return isAtLeast(finding.severity, failOn)
}
