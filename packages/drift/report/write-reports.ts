import { join } from 'node:path'
import type { Severity } from '../../contract/validator/drift-classes'
import { type Finding, severities } from '../finding'
import { type Io, type Output, writeText as writeFile } from '../io'
import type { CheckOptions } from '../options/options'
import type { Format } from '../options/values'
import { headline, plain, plainJson } from './formatting'
import { writeJunit } from './junit'
import { writeMarkdown } from './markdown'
import { countsAgainst, coverageParts, missedMinimums, type Report, toPercent } from './report'
import { writeSarif } from './sarif'
import { writeText } from './text'

const writers: Readonly<
  Record<Format, { readonly file?: string; readonly write: (report: Report) => string }>
> = {
  text: { file: 'contract-drift.txt', write: report => writeText(report) },
  json: { file: 'contract-drift.json', write: writeJson },
  junit: { file: 'contract-drift.xml', write: writeJunit },
  sarif: { file: 'contract-drift.sarif', write: writeSarif },
  md: { file: 'contract-drift.md', write: writeMarkdown },
  // Workflow commands only work on standard output.
  github: { write: writeGithub },
}

export function reportFiles({ out, formats }: CheckOptions): string[] {
  if (out === undefined) return []
  return formats.flatMap(format => writers[format].file ?? []).map(file => join(out, file))
}

/** Throws an InputError if a file cannot be written. */
export async function writeReports(report: Report, options: CheckOptions, io: Io): Promise<void> {
  const { out, formats } = options
  if (out !== undefined) {
    for (const format of formats) {
      const { file, write } = writers[format]
      if (file !== undefined) await writeFile(join(out, file), write(report))
    }
  }
  const [only] = formats.filter(format => format !== 'github')
  const isText = out !== undefined || only === undefined || only === 'text'
  if (formats.includes('github')) io.out.write(writeGithub(report))
  if (isText)
    io.out.write(
      options.isQuiet
        ? `${report.verdict.sentence}\n`
        : writeText(report, { ...getStyle(io), isVerbose: options.isVerbose }),
    )
  else io.out.write(writers[only].write(report))
}

function getStyle({ out, env }: Io) {
  const { columns } = out
  return { isColored: isColored(out, env), ...(columns !== undefined && columns > 0 && { columns }) }
}

/** https://no-color.org: any non-empty value disables colors. */
function isColored({ isTTY }: Output, { NO_COLOR, FORCE_COLOR, TERM }: Io['env']): boolean {
  if (NO_COLOR) return false
  if (FORCE_COLOR) return FORCE_COLOR !== '0'
  return isTTY === true && TERM !== 'dumb'
}

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
        coverageParts.map(({ part }) => [part, { percent: toPercent(coverage[part]), ...coverage[part] }]),
      ),
    missedMinimums: missedMinimums(coverage, report.minimum),
    skipped: report.skipped,
    notes: report.notes,
    failures: report.failures,
    baseline,
  }
  return `${plainJson(content, 2)}\n`
}

const commands: Readonly<Record<Severity, string>> = {
  breaking: 'error',
  degraded: 'warning',
  information: 'notice',
}

/**
 * GitHub Actions workflow commands: one annotation per open finding, at its contract line if that is in the
 * checkout.
 */
export function writeGithub(report: Report): string {
  const open = report.findings.filter(({ accepted }) => accepted === undefined)
  const lines = [
    ...open.map(finding => annotation(finding, report)),
    ...[...report.failures, ...missedMinimums(report.coverage, report.minimum)].map(sentence =>
      command('error', { title: 'Contract drift' }, sentence),
    ),
  ]
  return lines.map(line => `${line}\n`).join('')
}

function annotation(finding: Finding, report: Report): string {
  const [, file, line] = /^(.+):(\d+)$/.exec(finding.contractAt ?? '') ?? []
  const hasLocation = report.isOwnCheckout && file !== undefined && line !== undefined
  const promised =
    hasLocation || finding.contractAt === undefined ? '' : ` Promised: ${finding.contractAt} of the client.`
  const { screens } = finding
  const breaks = screens.length === 0 ? '' : ` Screens: ${screens.join(', ')}.`
  // What does not fail the run must not look like an error.
  const isDowngraded = finding.severity === 'breaking' && !countsAgainst(finding, report.threshold)
  return command(
    isDowngraded ? 'warning' : commands[finding.severity],
    {
      ...(hasLocation && { file, line }),
      title: `${finding.driftId} ${headline(finding)}`,
    },
    `${finding.what} ${finding.advice}${breaks}${promised}`,
  )
}

function command(name: string, properties: Readonly<Record<string, string>>, message: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`)
  return `::${name} ${list.join(',')}::${escapeData(message)}`
}

/** The percent sign must be escaped first, as in the runner's toolkit. */
function escapeData(text: string): string {
  return plain(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
