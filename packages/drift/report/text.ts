import type { Evidence } from '../../contract/masking/mask'
import type { Coverage } from '../coverage'
import type { Finding } from '../finding'
import {
  adviceText,
  consequenceTexts,
  counted,
  cut,
  escapeCiCommands,
  headline,
  joined,
  noticeText,
  originText,
  otherPlaces,
  plain,
  plainLines,
  sourceText,
  witnessText,
  wrap,
} from './formatting'
import {
  countsAgainst,
  coverageParts,
  exitCodes,
  getAcceptedValues,
  getSections,
  type Report,
  toPercent,
  unreachableText,
  withinReach,
} from './report'

/** Only a terminal gets colors. */
export type TextStyle = {
  readonly isColored?: boolean
  readonly columns?: number
  readonly isVerbose?: boolean
}

type Pen = {
  readonly width: number
  readonly paint: (color: keyof typeof colors, text: string) => string
}

const colors = { breaking: 31, degraded: 33, information: 36, good: 32, bold: 1, faint: 2 } as const
const MAX_MISSED = 12

/** The report for a terminal or a log: findings that fail the run are shown in full; the verdict is the last line. */
export function writeText(
  report: Report,
  { isColored = false, columns = 80, isVerbose = false }: TextStyle = {},
): string {
  const pen: Pen = {
    width: Math.min(Math.max(columns, 40), 100),
    paint: (color, text) => (isColored ? `\u001b[${colors[color]}m${text}\u001b[0m` : text),
  }
  const isFailing = (finding: Finding) => countsAgainst(finding, report.threshold)
  if (report.verdict.exitCode === 0 && !isVerbose) return writeBlocks(shortBlocks(report, pen))
  const isWhole = isVerbose || report.verdict.exitCode !== exitCodes.drift
  const sections = getSections(report)
    .map(section => ({ ...section, findings: section.findings.filter(one => isWhole || isFailing(one)) }))
    .filter(({ findings }) => findings.length > 0)
  return writeBlocks([
    ...getHead(report, pen),
    ...sections.flatMap(section => [
      [
        pen.paint('bold', `${section.title.toUpperCase()} (${section.findings.length})`),
        ...(section.explanation ? wrap(section.explanation, pen.width) : []),
      ],
      ...section.findings.map(finding => findingLines(finding, pen)),
    ]),
    isWhole ? [] : harmlessLines(report, pen),
    acceptedLines(report, pen),
    ...baselineLines(report, pen),
    coverageLines(report.coverage, pen),
    skippedLines(report, isVerbose, pen),
    listLines('Notes', report.notes, pen),
    verdictLines(report, pen),
  ])
}

function writeBlocks(blocks: readonly (readonly string[])[]): string {
  const text = blocks.filter(block => block.length > 0).map(block => block.join('\n'))
  return `${escapeCiCommands(text.join('\n\n'))}\n`
}

/** Of findings, of the baseline, of reasons why something was not tested, and of notes. */
const MAX_SHORT = 2

/** A clean run in at most 25 lines: nobody has to do anything. */
function shortBlocks(report: Report, pen: Pen): string[][] {
  const { coverage, skipped, notes, baseline } = report
  const shares = coverage
    ? coverageParts.map(({ part, label }) => `${label} ${toPercent(coverage[part])} %`).join(', ')
    : ''
  const entries = [
    ...baseline.unused.map(
      ({ fingerprint, about = '' }) => `take out ${fingerprint}, nothing was found for it: ${about}`,
    ),
    ...getAcceptedValues(report).map(
      ({ driftId, accepted, ...finding }) =>
        `accepted, ${accepted}: ${driftId} ${headline({ ...finding, driftId })}`,
    ),
  ]
  const reasons = skippedReasons(skipped).map(
    ([why, steps]) => `${steps.length === 1 ? steps[0] : `${steps.length} requests`}: ${why}`,
  )
  return [
    ...getHead(report, pen),
    [
      ...harmlessLines(report, pen),
      ...shortLines('Baseline', entries, pen),
      ...(shares === '' ? [] : wrap(`Coverage: ${shares}`, pen.width, '', '  ')),
      ...shortLines('Not tested', reasons, pen),
      ...shortLines('Notes', notes, pen),
    ],
    verdictLines(report, pen),
  ]
}

function harmlessLines({ findings, threshold }: Report, pen: Pen): string[] {
  const open = findings.filter(
    finding => finding.accepted === undefined && !countsAgainst(finding, threshold),
  )
  const lines = open.map(finding => `${finding.driftId} ${headline(finding)}`)
  return shortLines('Found, and not failing the run', lines, pen)
}

/** One line for each, the first ones alone. */
function shortLines(title: string, items: readonly string[], pen: Pen): string[] {
  if (items.length === 0) return []
  const more = items.length - MAX_SHORT
  const shown = items.slice(0, MAX_SHORT).map(item => `  ${cut(plain(item), pen.width - 2)}`)
  return [pen.paint('bold', title), ...shown, ...(more > 0 ? [`  and ${more} more (--verbose)`] : [])]
}

function getHead(report: Report, pen: Pen): string[][] {
  const looked = report.sources.length === 0 ? 'nothing' : sourceText(report.sources)
  const exchanges = report.exchanges === 0 ? '' : ` (${counted(report.exchanges, 'exchange')})`
  const target = report.target === undefined ? '' : ` of ${plain(report.target)}`
  return [
    [
      pen.paint('bold', `Contract drift${target}`),
      ...wrap(
        `Looked at ${looked}${exchanges}, in ${report.seconds} s. Client ${plain(report.version)}.`,
        pen.width,
      ),
    ],
  ]
}

function findingLines(finding: Finding, pen: Pen): string[] {
  const { severity, driftId, title, call, place, what, witness, contractAt } = finding
  const others = otherPlaces(finding)
  const label = (name: string, text: string) =>
    wrap(plain(text), pen.width, `  ${name.padEnd(9)}`, ' '.repeat(11))
  return [
    `${pen.paint(severity, severity)} ${pen.paint('bold', `${driftId} ${title}`)}`,
    ...wrap(plain(call === undefined ? place : `${call}, ${place}`), pen.width, '  '),
    ...wrap(plain(what), pen.width, '  '),
    ...(witness === undefined ? [] : label('Witness', witnessText(witness))),
    ...evidenceLines(finding.evidence[0], pen),
    ...usedLines(finding, label),
    ...(contractAt === undefined ? [] : label('Promised', contractAt)),
    ...label('To do', adviceText(finding)),
    ...(others.length === 0 ? [] : label('Also in', others.join(', '))),
    ...consequenceTexts(finding).flatMap((text, index) => label(index === 0 ? 'Follows' : '', text)),
    ...label('Seen by', `${sourceText(finding.sources)}${exchangesText(finding)}`),
    ...label('Id', finding.fingerprint),
  ]
}

function exchangesText({ exchanges }: Finding): string {
  return exchanges === 0 ? '' : `, in ${counted(exchanges, 'exchange')}`
}

function evidenceLines(evidence: Evidence | undefined, pen: Pen): string[] {
  if (!evidence) return []
  const excerpt = evidence.excerpt === undefined ? [] : plainLines(evidence.excerpt).slice(0, 12)
  const status = evidence.status === undefined ? '' : ` -> ${evidence.status}`
  return [
    ...wrap(plain(`${originText(evidence.origin)}${status}`), pen.width, '  See      ', ' '.repeat(11)),
    // Not wrapped, so that it can be copied.
    ...plainLines(evidence.curl).map(line => `    ${line}`),
    ...excerpt.map(line => pen.paint('faint', `    | ${cut(line, pen.width - 6)}`)),
  ]
}

function usedLines(finding: Finding, label: (name: string, text: string) => string[]): string[] {
  const notice = noticeText(finding)
  return [
    ...(finding.screens.length === 0 ? [] : label('Screens', joined(finding.screens))),
    ...(notice === undefined ? [] : label('Student', notice)),
  ]
}

function acceptedLines(report: Report, pen: Pen): string[] {
  const accepted = getAcceptedValues(report)
  const lines = accepted.map(
    ({ driftId, call, place, accepted: reason, fingerprint }) =>
      `${fingerprint} ${driftId} ${`${call ?? ''} ${place}`.trim()}: ${reason}`,
  )
  return listLines('Accepted by the baseline', lines, pen)
}

function baselineLines({ baseline }: Report, pen: Pen): string[][] {
  return [
    listLines(
      'Baseline entries that have expired and count again',
      baseline.expired.map(({ fingerprint, expires, reason }) => `${fingerprint} (${expires}): ${reason}`),
      pen,
    ),
    listLines(
      'Baseline entries that nothing was found for; take them out',
      baseline.unused.map(({ fingerprint, about, reason }) => `${fingerprint} ${about ?? ''}: ${reason}`),
      pen,
    ),
  ]
}

function coverageLines(coverage: Coverage | undefined, pen: Pen): string[] {
  if (!coverage) return []
  const rows = coverageParts.flatMap(({ part, label }) => {
    const { seen, all } = coverage[part]
    const { all: reachable, missed } = withinReach(coverage[part])
    const beyond = unreachableText(coverage[part])
    const row = `  ${label.padEnd(18)}${`${toPercent(coverage[part])} %`.padStart(7)}  ${seen} of ${all}`
    const names = missed.slice(0, MAX_MISSED)
    const more = missed.length - names.length
    const rest = more > 0 ? ` and ${more} more` : ''
    const notes = [
      ...(beyond === undefined ? [] : [`${seen} of ${reachable} within reach; ${beyond}`]),
      ...(names.length === 0 ? [] : [`not seen: ${names.join(', ')}${rest}`]),
    ]
    return [
      row,
      ...notes.flatMap(note => wrap(plain(note), pen.width, '    ')).map(line => pen.paint('faint', line)),
    ]
  })
  return [pen.paint('bold', 'Coverage'), ...rows]
}

/** One line for each reason, that of the most requests first. */
function skippedLines({ skipped }: Report, isVerbose: boolean, pen: Pen): string[] {
  const reasons = skippedReasons(skipped)
  const lines = reasons.map(
    ([why, steps]) =>
      `${isVerbose || steps.length === 1 ? steps.join(', ') : `${steps.length} requests`}: ${why}`,
  )
  const isFolded = !isVerbose && reasons.length < skipped.length
  return listLines(isFolded ? 'Not tested (--verbose names each request)' : 'Not tested', lines, pen)
}

/** With the steps of each reason. */
function skippedReasons(skipped: Report['skipped']): [why: string, steps: string[]][] {
  const reasons = new Map<string, string[]>()
  for (const { step, why } of skipped) reasons.set(why, [...(reasons.get(why) ?? []), step])
  return [...reasons].sort(([, a], [, b]) => b.length - a.length)
}

function listLines(title: string, items: readonly string[], pen: Pen): string[] {
  if (items.length === 0) return []
  return [pen.paint('bold', title), ...items.flatMap(item => wrap(plain(item), pen.width, '  ', '    '))]
}

function verdictLines({ verdict }: Report, pen: Pen): string[] {
  const color = verdict.exitCode === 0 ? 'good' : 'breaking'
  return [pen.paint(color, verdict.sentence)]
}
