import type { Severity } from '../../lib/judge/judgement'
import type { Finding, FindingSource } from '../finding'
import { plain, plainJson } from './plain'
import type { Report } from './report'
import { severities } from './severity'

/** `1 finding`, `2 findings`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `a, b and c`. */
export function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** The text when it is short enough, else its beginning and `...`. */
export function cut(text: string, most: number): string {
  const letters = Array.from(text)
  return letters.length <= most ? text : `${letters.slice(0, most - 3).join('')}...`
}

/** A witness on one line, made safe to print. */
export function witnessText(witness: unknown, most = 160): string {
  return cut(plainJson(witness), most)
}

const sourceNames: Readonly<Record<FindingSource, string>> = {
  probe: 'own questions',
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

/** `3 breaking and 1 degraded`. */
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
  /** Findings of one cause in one block: the same drift of the same line of the contract, in several calls. */
  readonly blocks: readonly (readonly [Finding, ...Finding[]])[]
}

/** What every report for people shows, in its order; accepted findings are not in it. */
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
      ? 'The contract marks these parts as guesses (x-assumed). The client relies on them all the same: send what is guessed, or tell the client what is right.'
      : 'The contract marks these parts as guesses (x-assumed). They do not fail the run.',
    blocks: blocksOf(open.filter(({ isAssumed }) => isAssumed)),
  }
  return [...bySeverity, assumed].filter(({ blocks }) => blocks.length > 0)
}

/** Findings that the baseline accepts. */
export function acceptedOf(report: Report): Finding[] {
  return report.findings.filter(({ accepted }) => accepted !== undefined)
}

/** One drift in many calls is one thing to read: it breaks the same promise, or is told in the same words. */
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

/** The screens of all findings of a block, each once; of many the first few. */
export function screensOf(block: readonly Finding[], most = 6): string[] {
  const screens = [...new Set(block.flatMap(({ usedBy }) => usedBy.screens))]
  const more = screens.length - most
  return more > 1 ? [...screens.slice(0, most), `${more} more`] : screens
}
