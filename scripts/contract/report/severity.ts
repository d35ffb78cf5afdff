import type { Severity } from '../../lib/judge/judgement'
import type { Finding } from '../finding'
import type { Threshold } from './report'

/** From the worst to the least. */
export const severities: readonly Severity[] = ['breaking', 'degraded', 'information']

function isAtLeast(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(least)
}

export function worstOf(found: readonly Severity[]): Severity {
  return severities.find(severity => found.includes(severity)) ?? 'information'
}

/** Whether a finding fails the run. */
export function countsAgainst(finding: Finding, { failOn, isAssumedCounted }: Threshold): boolean {
  if (finding.accepted !== undefined || (finding.isAssumed && !isAssumedCounted)) return false
  return isAtLeast(finding.severity, failOn)
}
