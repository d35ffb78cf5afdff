import { plainJson } from './plain'
import type { Report } from './report'
import { countsAgainst, severities } from './severity'
import { coverageParts, missedMinimums, percentOf } from './shares'

/** Incremented when a field changes its meaning or is removed; new fields need no increment. */
const version = 1

export function writeJson(report: Report): string {
  const { findings, coverage, threshold, verdict, baseline } = report
  const open = findings.filter(({ accepted }) => accepted === undefined)
  const counts = severities.map(severity => [severity, open.filter(one => one.severity === severity).length])
  const content = {
    version,
    client: report.version,
    target: report.target,
    startedAt: report.startedAt,
    seconds: report.seconds,
    exitCode: verdict.exitCode,
    verdict: verdict.sentence,
    failOn: threshold.failOn,
    isAssumedCounted: threshold.isAssumedCounted,
    sources: report.sources,
    exchanges: report.exchanges,
    counts: {
      ...Object.fromEntries(counts),
      assumed: open.filter(({ isAssumed }) => isAssumed).length,
      accepted: findings.length - open.length,
      failing: findings.filter(finding => countsAgainst(finding, threshold)).length,
    },
    findings: findings.map(finding => ({ ...finding, isFailing: countsAgainst(finding, threshold) })),
    coverage:
      coverage &&
      Object.fromEntries(
        coverageParts.map(({ part }) => [part, { percent: percentOf(coverage[part]), ...coverage[part] }]),
      ),
    missedMinimums: missedMinimums(coverage, report.minimum),
    skipped: report.skipped,
    notes: report.notes,
    failures: report.failures,
    baseline,
  }
  return `${plainJson(content, 2)}\n`
}
