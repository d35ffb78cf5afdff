import type { Finding } from '../finding'
import {
  adviceText,
  consequenceTexts,
  counted,
  escapeCiCommands,
  noticeText,
  otherPlaces,
  plain,
  plainLines,
  witnessText,
} from './formatting'
import {
  coverageParts,
  getAcceptedValues,
  getSections,
  type Report,
  toPercent,
  unreachableText,
  withinReach,
} from './report'

/** GitHub comments are limited to 65,536 characters. */
const MAX_FINDINGS = 40
const icons = { breaking: '🔴', degraded: '🟠', information: '🔵' } as const

/** The report for a pull request: verdict, one line per finding with collapsed details, coverage. */
export function writeMarkdown(report: Report): string {
  const all = getSections(report).flatMap(section => section.findings.map(finding => ({ section, finding })))
  const shown = all.slice(0, MAX_FINDINGS)
  const titles = new Set<string>()
  const lines = shown.flatMap(({ section, finding }) => {
    const isNew = !titles.has(section.title)
    titles.add(section.title)
    const head = `### ${section.title[0]?.toUpperCase()}${section.title.slice(1)} (${section.findings.length})`
    return [
      ...(isNew ? ['', head, ''] : []),
      ...(isNew && section.explanation !== undefined ? [`_${prose(section.explanation)}_`, ''] : []),
      ...findingLines(finding),
    ]
  })
  const left = all.length - shown.length
  const text = [
    `## Contract drift: ${report.verdict.exitCode === 0 ? 'clean' : 'look here'}`,
    '',
    prose(report.verdict.sentence),
    ...lines,
    ...(left > 0
      ? ['', `${counted(left, 'more finding is', 'more findings are')} in the other reports.`]
      : []),
    ...acceptedLines(report),
    ...baselineLines(report),
    ...coverageLines(report),
    ...folded(
      `Not tested (${report.skipped.length})`,
      report.skipped.map(({ step, why }) => `- ${prose(`${step}: ${why}`)}`),
    ),
    ...(report.notes.length === 0 ? [] : ['', ...report.notes.map(note => `- ${prose(note)}`)]),
    '',
  ]
  return escapeCiCommands(text.join('\n'))
}

function findingLines(finding: Finding): string[] {
  const others = otherPlaces(finding)
  const consequences = consequenceTexts(finding)
  const { severity, driftId, title, call, place, what, witness, evidence, contractAt } = finding
  const [first] = evidence
  const { screens } = finding
  const notice = noticeText(finding)
  const calls = others.length === 0 ? '' : ` and ${counted(others.length, 'more place')}`
  return [
    '<details>',
    `<summary>${icons[severity]} <b>${driftId}</b> ${html(title)}: <code>${html(call ?? place)}</code>${calls}</summary>`,
    '',
    prose(what),
    '',
    `- **Where:** ${code(place)}`,
    ...(witness === undefined ? [] : [`- **Witness:** ${code(witnessText(witness))}`]),
    ...(screens.length === 0 ? [] : [`- **Screens:** ${screens.map(code).join(', ')}`]),
    ...(notice === undefined ? [] : [`- **A student notices:** ${prose(notice)}`]),
    ...(others.length === 0 ? [] : [`- **Also in:** ${others.map(code).join(', ')}`]),
    ...(consequences.length === 0
      ? []
      : ['- **Follows from this:**', ...consequences.map(text => `  - ${prose(text)}`)]),
    ...(contractAt === undefined ? [] : [`- **Promised:** ${code(contractAt)}`]),
    `- **To do:** ${prose(adviceText(finding))}`,
    `- **Id:** ${code(finding.fingerprint)}`,
    ...(first
      ? ['', ...fenced(first.curl, 'sh'), ...(first.excerpt === undefined ? [] : fenced(first.excerpt, ''))]
      : []),
    '</details>',
    '',
  ]
}

function acceptedLines(report: Report): string[] {
  const accepted = getAcceptedValues(report)
  return folded(
    `Accepted by the baseline (${accepted.length})`,
    accepted.map(
      ({ driftId, call, place, accepted: reason }) =>
        `- ${driftId} ${code(`${call ?? ''} ${place}`.trim())}: ${prose(reason ?? '')}`,
    ),
  )
}

function baselineLines({ baseline }: Report): string[] {
  const { expired, unused } = baseline
  return [
    ...(expired.length === 0
      ? []
      : ['', `**Expired in the baseline:** ${expired.map(one => code(one.fingerprint)).join(', ')}`]),
    ...(unused.length === 0
      ? []
      : ['', `**Nothing was found for:** ${unused.map(one => code(one.fingerprint)).join(', ')}`]),
  ]
}

function coverageLines({ coverage }: Report): string[] {
  if (!coverage) return []
  const rows = coverageParts.map(({ part, label }) => {
    const { seen, all } = coverage[part]
    return `| ${label} | ${seen} | ${all} | ${toPercent(coverage[part])} % |`
  })
  const reach = coverageParts.flatMap(({ part, label }) => {
    const beyond = unreachableText(coverage[part])
    const { seen, all } = withinReach(coverage[part])
    return beyond === undefined ? [] : ['', prose(`${label}: ${seen} of ${all} within reach; ${beyond}.`)]
  })
  return folded('Coverage', ['| | seen | all | share |', '| --- | --: | --: | --: |', ...rows, ...reach])
}

function folded(title: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : ['', '<details>', `<summary>${html(title)}</summary>`, '', ...lines, '', '</details>']
}

/** Escapes Markdown and HTML: no links, mentions or references. */
function prose(text: string): string {
  return html(text)
    .replace(/[\\`*_{}[\]|~]/g, '\\$&')
    .replace(/[@#](?=\w)|:(?=\/\/)|www(?=\.)/gi, '$&<!-- -->')
}

/** Inline code in a fence that is longer than any inside. */
function code(text: string): string {
  const inside = plain(text)
  const fence = '`'.repeat(longestRun(inside) + 1)
  const space = inside.startsWith('`') || inside.endsWith('`') ? ' ' : ''
  return `${fence}${space}${inside}${space}${fence}`
}

function fenced(text: string, language: string): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return [`${fence}${language}`, ...plainLines(text), fence]
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}

function html(text: string): string {
  return plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
