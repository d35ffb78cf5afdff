import type { Severity } from '../../lib/validator/contract-violation'
import type { Finding, FindingSource } from '../finding'
import { plain, plainJson } from './plain'
import type { Report } from './report'
import { severities } from './severity'

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

export function cut(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 3).join('')}...`
}

/** The value on one line, safe to print. */
export function witnessText(witness: unknown, most = 160): string {
  return cut(plainJson(witness), most)
}

const sourceNames: Readonly<Record<FindingSource, string>> = {
  probe: 'own requests',
  traffic: 'recorded traffic',
  document: "the backend's document",
}

export function sourceText(sources: readonly FindingSource[]): string {
  return joined(sources.map(source => sourceNames[source]))
}

/** `GET /groups/{id}: required answer field removed (answer 200 /name)`. */
export function headline({ call, title, place }: Finding): string {
  return plain(`${call === undefined ? '' : `${call}: `}${title} (${place})`)
}

export function severityCounts(findings: readonly Finding[]): string {
  const parts = severities.flatMap(severity => {
    const count = findings.filter(finding => finding.severity === severity).length
    return count === 0 ? [] : [`${count} ${severity}`]
  })
  return joined(parts)
}

type Section = {
  readonly title: string
  readonly severity?: Severity
  readonly explanation?: string
  /** Findings of one cause: the same drift of the same contract line, in several operations. */
  readonly blocks: readonly (readonly [Finding, ...Finding[]])[]
}

/** The sections of the text and Markdown reports; accepted findings are left out. */
export function sectionsOf(report: Report): Section[] {
  const open = report.findings.filter(({ accepted }) => accepted === undefined)
  const bySeverity = severities.map(severity => ({
    title: severity,
    severity,
    blocks: blocksOf(open.filter(finding => !finding.isAssumed && finding.severity === severity)),
  }))
  const assumed = {
    title: 'on assumed parts',
    explanation: report.threshold.isAssumedCounted
      ? 'The contract marks these parts as assumptions (x-assumed). The client relies on them all the same: send what is assumed, or tell us what is right.'
      : 'The contract marks these parts as guesses (x-assumed). They do not fail the run.',
    blocks: blocksOf(open.filter(({ isAssumed }) => isAssumed)),
  }
  return [...bySeverity, assumed].filter(({ blocks }) => blocks.length > 0)
}

export function acceptedOf(report: Report): Finding[] {
  return report.findings.filter(({ accepted }) => accepted !== undefined)
}

/** Drift of a shared schema, or with the same sentence, is one block. */
function blocksOf(findings: readonly Finding[]): (readonly [Finding, ...Finding[]])[] {
  const blocks = new Map<string, [Finding, ...Finding[]]>()
  for (const finding of findings) {
    const { driftId, severity, contractAt = '', place, what } = finding
    const isShared = /\/(?:schemas|responses)\//.test(contractAt)
    const cause = isShared
      ? [
          contractAt,
          place
            .split('/')
            .at(-1)
            ?.replace(/^answer \d+/, ''),
        ]
      : [place, what]
    const key = [driftId, severity, ...cause].join('\n')
    const block = blocks.get(key)
    if (block) block.push(finding)
    else blocks.set(key, [finding])
  }
  return [...blocks.values()]
}

export function screensOf(block: readonly Finding[], most = 6): string[] {
  const screens = [...new Set(block.flatMap(({ usedBy }) => usedBy.screens))]
  const more = screens.length - most
  return more > 1 ? [...screens.slice(0, most), `${more} more`] : screens
}

/** Wraps a text at `width` columns. A longer word (a URL) is not cut, so that it can be copied. */
export function wrap(text: string, width: number, indent = '', hanging = indent): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const before = lines.length === 0 ? indent : hanging
    if (line !== '' && before.length + line.length + 1 + word.length > width) {
      lines.push(before + line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, (lines.length === 0 ? indent : hanging) + line]
}
