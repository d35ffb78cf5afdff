import type { Severity } from '../../contract/validator/drift-classes'
import type { CheckedOperation, Coverage, Share } from '../coverage'
import { type Finding, type FindingSource, severities } from '../finding'
import type { BaselineEntry } from '../findings'
import { counted, plain, severityCounts } from './formatting'

export type Threshold = { readonly failOn: Severity; readonly isAssumedCounted: boolean }

export type MinimumCoverage = { readonly [Part in keyof Coverage]?: number }

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

export function getVerdict(result: Omit<Report, 'verdict'>): Report['verdict'] {
  return { exitCode: getExitCode(result), sentence: plain(getSentence(result)) }
}

function getSentence(result: Omit<Report, 'verdict'>): string {
  const { findings, failures, coverage, minimum, threshold } = result
  const open = findings.filter(({ accepted }) => accepted === undefined)
  const [failure] = failures
  if (failure !== undefined) {
    const also = open.length === 0 ? '' : ` What was found before that: ${severityCounts(open)}.`
    return `Inconclusive: ${failure}${also}`
  }
  const failing = open.filter(finding => countsAgainst(finding, threshold))
  const accepted = findings.length - open.length
  const more = open.length === 0 ? '' : 'more '
  const acceptedNote =
    accepted === 0
      ? ''
      : ` (${counted(accepted, `${more}finding is`, `${more}findings are`)} accepted by the baseline)`
  if (failing.length > 0) {
    const rest = open.length - failing.length
    const below = rest === 0 ? '' : `, and ${rest} that ${rest === 1 ? 'does' : 'do'} not fail the run`
    // An expired entry is a common reason for a job that fails overnight.
    const expired = result.baseline.expired.length
    const ended =
      expired === 0
        ? ''
        : ` ${counted(expired, 'entry', 'entries')} of the baseline ${expired === 1 ? 'has' : 'have'} expired.`
    return `Drift: ${severityCounts(failing)} ${failing.length === 1 ? 'finding' : 'findings'}${below}${acceptedNote}.${ended}`
  }
  const missed = missedMinimums(coverage, minimum)
  if (missed.length > 0) return `No drift that fails the run, but too little was seen: ${missed.join('; ')}.`
  if (open.length > 0)
    return `Clean at this threshold: ${severityCounts(open)} ${open.length === 1 ? 'finding does' : 'findings do'} not fail the run${acceptedNote}.`
  if (!coverage) return `No drift: the contract is kept${acceptedNote}.`
  const { seen, all } = coverage.operations
  const note = seen === all ? ': the contract is kept' : seen === 0 ? ': nothing is proved by that' : ''
  return `No drift in ${counted(result.exchanges, 'exchange')}, ${seen} of ${all} operations${note}${acceptedNote}.`
}

function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(threshold)
}

export function countsAgainst(finding: Finding, { failOn, isAssumedCounted }: Threshold): boolean {
  if (finding.accepted !== undefined || (finding.isAssumed && !isAssumedCounted)) return false
  return isAtLeast(finding.severity, failOn)
}

/** What a baseline has to accept; findings that it accepts already stay in it. */
export function getFailing({ findings, threshold }: Report): Finding[] {
  return findings.filter(({ accepted: _, ...finding }) => countsAgainst(finding, threshold))
}

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
export function getExitCode(result: Omit<Report, 'verdict'>): ExitCode {
  if (result.failures.length > 0) return exitCodes.inconclusive
  if (result.findings.some(finding => countsAgainst(finding, result.threshold))) return exitCodes.drift
  return missedMinimums(result.coverage, result.minimum).length > 0 ? exitCodes.coverage : exitCodes.clean
}

export const coverageParts = [
  { part: 'operations', option: 'ops', label: 'operations' },
  { part: 'statuses', option: 'statuses', label: 'statuses' },
  { part: 'properties', option: 'props', label: 'answer properties' },
  { part: 'details', option: 'details', label: 'error details' },
] as const satisfies readonly { part: keyof Coverage; option: string; label: string }[]

/** Rounded down to one decimal, so that 99.96 is not shown as 100; 100 if there is nothing to see. */
export function toPercent({ seen, all }: { readonly seen: number; readonly all: number }): number {
  return all === 0 ? 100 : Math.floor((seen / all) * 1000) / 10
}

/** Without the items that no request can trigger. */
export function withinReach({ seen, all, missed, beyond = [] }: Share): Share {
  const out = new Set(beyond.flatMap(({ names }) => names))
  return { seen, all: all - out.size, missed: missed.filter(name => !out.has(name)) }
}

/** `7 more cannot be reached from outside: …` with the reasons; undefined if there are none. */
export function unreachableText({ beyond = [] }: Share): string | undefined {
  const count = new Set(beyond.flatMap(({ names }) => names)).size
  if (count === 0) return undefined
  const reasons = beyond.map(({ why, names }) => `${names.map(name => `"${name}"`).join(', ')} (${why})`)
  return `${count} more cannot be reached from outside: ${reasons.join('; ')}`
}

/** One sentence per missed minimum. */
export function missedMinimums(coverage: Coverage | undefined, minimum: MinimumCoverage): string[] {
  return coverageParts.flatMap(({ part, label }) => {
    const required = minimum[part]
    if (required === undefined) return []
    if (!coverage) return [`no exchange was seen, but ${required} % of ${label} are required`]
    const reach = coverage[part].beyond === undefined ? '' : ' within reach'
    const share = toPercent(withinReach(coverage[part]))
    return share >= required ? [] : [`${share} % of ${label}${reach} were seen, ${required} % are required`]
  })
}

type Section = {
  readonly title: string
  readonly severity?: Severity
  readonly explanation?: string
  readonly findings: readonly Finding[]
}

/** The sections of the text and Markdown reports, what fails the run first; accepted findings are left out. */
export function getSections(report: Report): Section[] {
  const open = report.findings.filter(({ accepted }) => accepted === undefined)
  const { isAssumedCounted } = report.threshold
  const bySeverity = severities.map(severity => ({
    title: severity,
    severity,
    findings: open.filter(
      ({ severity: own, isAssumed }) => own === severity && (isAssumedCounted || !isAssumed),
    ),
  }))
  const assumed = {
    title: 'on assumed parts',
    explanation: 'The contract marks these parts as guesses (x-assumed). They do not fail the run.',
    findings: isAssumedCounted ? [] : open.filter(({ isAssumed }) => isAssumed),
  }
  return [...bySeverity, assumed].filter(({ findings }) => findings.length > 0)
}

export function getAcceptedValues(report: Report): Finding[] {
  return report.findings.filter(({ accepted }) => accepted !== undefined)
}
