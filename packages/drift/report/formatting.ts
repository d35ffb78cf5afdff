import type { Severity } from '../../contract/validator/drift-classes'
import { type Finding, type FindingSource, severities } from '../finding'

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export function joined(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

export function cut(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 3).join('')}...`
}

/** The value on one line, safe to print: `"t…" (501 characters)` for a long text of one letter. */
export function witnessText(witness: unknown, most = 160): string {
  if (typeof witness === 'string') {
    const characters = Array.from(witness)
    const start = witness.replace(/(.)\1{20,}.*$/su, '$1…')
    if (start !== witness) return cut(`${plainJson(start)} (${characters.length} characters)`, most)
  }
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

const MAX_PLACES = 20

/** The other places of the cause, without what all have in common. */
export function otherPlaces({ call, place, places = [] }: Finding): string[] {
  const lines = places.slice(1).map(one => {
    if (one.call === undefined) return one.place
    return one.place === place && one.call !== call ? one.call : `${one.call} ${one.place}`
  })
  const more = lines.length - MAX_PLACES
  return more > 1 ? [...lines.slice(0, MAX_PLACES), `${more} more`] : lines
}

/** `DR47 GET /groups answer 404 detail: The detail …` of what follows from the finding. */
export function consequenceTexts({ consequences = [] }: Finding, most = 8): string[] {
  const lines = consequences.map(({ driftId, call, place, what }) =>
    plain(`${driftId} ${call === undefined ? '' : `${call} `}${place}: ${what}`),
  )
  const more = lines.length - most
  return more > 1 ? [...lines.slice(0, most), `and ${more} more`] : lines
}

const notices: Readonly<Partial<Record<Severity, string>>> = {
  breaking: 'A page or an action fails.',
  degraded: 'Something is missing or wrong, but the page works.',
}

/** What a student notices; undefined if that is not known. */
export function noticeText({ lost, severity }: Finding): string | undefined {
  return lost === undefined ? notices[severity] : `Without it: ${lost}`
}

const ASSUMED = 'The contract only assumes it (x-assumed): send it as promised, or tell us what is right.'

export function adviceText({ advice, isAssumed }: Finding): string {
  return isAssumed ? `${advice} ${ASSUMED}` : advice
}

/** `own request: the open groups of student`; one step sends several calls, which the curl command names. */
export function originText(origin: string): string {
  return origin.replace(/^probe: \w+: /, 'own request: ')
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

/**
 * Characters that a hostile server could use to control the terminal or reorder the line: control and format
 * characters, lone surrogates. Written as `\x1b`.
 */
const unsafe = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Noncharacter_Code_Point}/gu

export function plain(text: string): string {
  return text.replace(unsafe, written)
}

/** The same, but keeps line breaks. */
export function plainLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map(plain)
}

/** CI runners execute log lines that begin with `::` or contain `##[`; escape them in server output. */
export function escapeCiCommands(text: string): string {
  return text.replace(/^([^\S\n]*):(?=:)/gm, '$1\\x3a').replaceAll(/##(?=\w*\[)/g, '#\\x23')
}

/** JSON with invisible characters as `\u` escapes: the same value, safe to print. */
export function plainJson(value: unknown, space?: number): string {
  const text = JSON.stringify(value, null, space) ?? 'null'
  return text.replace(unsafe, found => (found === '\n' ? found : units(found)))
}

function written(found: string): string {
  if (found === '\n') return '\\n'
  if (found === '\r') return '\\r'
  if (found === '\t') return '\\t'
  const code = found.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : units(found)
}

function units(found: string): string {
  return Array.from({ length: found.length }, (_, index) => {
    return `\\u${found.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}
