import type { Severity } from '../../lib/validator/contract-violation'
import type { Finding } from '../finding'
import { headline, screensOf } from './formatting'
import { plain } from './plain'
import type { Report } from './report'
import { countsAgainst } from './severity'
import { missedMinimums } from './shares'

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
  const screens = screensOf([finding])
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
