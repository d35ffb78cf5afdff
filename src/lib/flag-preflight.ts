import { hasLatin, isInvisible, isOddSpace, latinTwinOf, typedSignOf } from './flag-characters'
import { looksCyrillic, toLatinLayout } from './keyboard-layout'

/**
 * What may be wrong with a flag: broken over lines, spaces at its ends, characters that nobody sees, quotes around it,
 * the Russian layout, letters that only look Latin, signs of a text editor, two alphabets, known to be wrong (also
 * after mending).
 */
export type FlagTrouble =
  | 'broken'
  | 'ends'
  | 'invisible'
  | 'around'
  | 'layout'
  | 'lookalike'
  | 'typeset'
  | 'mixed'
  | 'rejected'
  | 'fixRejected'

export interface FlagRow {
  /** As it was typed; a flag that is broken over lines holds its line ends. */
  typed: string
  /** What was probably meant: only a proposal, and the typed text where there is none; empty when nothing is left. */
  meant: string
  troubles: readonly FlagTrouble[]
}

const unbreak = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map(line => line.trim())
        .join('')
    : text

const cutEnds = (text: string): string => text.replace(/^[\p{Zs}\t]+|[\p{Zs}\t]+$/gu, '')

const showAll = (text: string): string =>
  Array.from(text, character => (isInvisible(character) ? '' : isOddSpace(character) ? ' ' : character)).join(
    '',
  )

const quotes = '"\'`\u00ab\u00bb\u2018\u2019\u201a\u201c\u201d\u201e'
const quotePairs = new Set([
  '""',
  "''",
  '``',
  '\u00ab\u00bb',
  '\u201c\u201d',
  '\u201e\u201c',
  '\u201d\u201d',
  '\u2018\u2019',
  '\u201a\u2018',
  '\u2019\u2019',
])
const bracketPairs = new Set(['()', '[]', '<>'])
const strayStart = new RegExp(`^[${quotes}]+`)
const strayEnd = new RegExp(`[${quotes},.;:]+$`)

const isFlagShaped = (text: string): boolean => /^[^\s{}]+\{.*\}$/s.test(text)

/** Takes off one layer of what surrounds a flag where it was quoted in a text. */
const unwrapOnce = (text: string): string => {
  const pair = text.slice(0, 1) + text.slice(-1)
  const inner = text.slice(1, -1).trim()
  if (inner !== '' && (quotePairs.has(pair) || (bracketPairs.has(pair) && isFlagShaped(unwrap(inner)))))
    return inner
  const bare = text.replace(strayStart, '').replace(strayEnd, '')
  return isFlagShaped(bare) ? bare : text
}

function unwrap(text: string): string {
  const next = unwrapOnce(text)
  return next === text ? text : unwrap(next)
}

const isCyrillicOnly = (text: string): boolean => looksCyrillic(text) && !hasLatin(text)

const lettersOf = (text: string, script: RegExp): string[] => Array.from(text).filter(one => script.test(one))

const cyrillic = /\p{Script=Cyrillic}/u
const greek = /\p{Script=Greek}/u

const areTwins = (letters: readonly string[]): boolean =>
  letters.every(letter => latinTwinOf(letter) !== null)

/**
 * The prefix and the braces are judged apart: the layout may have been switched between them. Letters that look Latin
 * beside Latin ones were more likely copied than typed.
 */
const mendLayout = (text: string): string => {
  const brace = text.indexOf('{')
  const parts = brace < 0 ? [text] : [text.slice(0, brace), text.slice(brace)]
  const isCopied = (part: string) => hasLatin(text) && areTwins(lettersOf(part, cyrillic))
  return parts.map(part => (isCyrillicOnly(part) && !isCopied(part) ? toLatinLayout(part) : part)).join('')
}

/** Where one letter of an alphabet has no Latin twin, the others are no accident either. */
const mendLetters = (text: string): string => {
  const isMeant = [cyrillic, greek].filter(script => !hasLatin(text) || !areTwins(lettersOf(text, script)))
  const keep = (letter: string) => isMeant.some(script => script.test(letter))
  return Array.from(text, letter => (keep(letter) ? letter : (latinTwinOf(letter) ?? letter))).join('')
}

const untypeset = (text: string): string => Array.from(text, sign => typedSignOf(sign) ?? sign).join('')

/** Each step that changes the text is a trouble; the next one works on what the last one left. */
const steps: readonly (readonly [FlagTrouble, (text: string) => string])[] = [
  ['broken', unbreak],
  ['ends', cutEnds],
  ['invisible', showAll],
  ['ends', cutEnds],
  ['around', unwrap],
  ['layout', mendLayout],
  ['typeset', untypeset],
  ['lookalike', mendLetters],
]

const rowOf = (typed: string): FlagRow => {
  const troubles = new Set<FlagTrouble>()
  let meant = typed
  for (const [trouble, mend] of steps) {
    const mended = mend(meant)
    if (mended !== meant) troubles.add(trouble)
    meant = mended
  }
  if (looksCyrillic(meant) && hasLatin(meant)) troubles.add('mixed')
  return { typed, meant, troubles: [...troubles] }
}

const longestBreak = 5

/** How many lines from here on make one flag: it opens on the first of them and closes on the last. */
const brokenOver = (lines: readonly string[], from: number): number => {
  const first = lines[from] ?? ''
  if (first.lastIndexOf('{') <= first.lastIndexOf('}')) return 1
  const rest = lines.slice(from + 1, from + longestBreak)
  const end = rest.findIndex(line => /[{}]/.test(line))
  return end >= 0 && /^[^{]*\}[^{]*$/.test(rest[end] ?? '') ? end + 2 : 1
}

/** Looks at the lines before they are sent (ux §3). Nothing is changed: every mending is a question to the person. */
export const preflight = (lines: readonly string[]): FlagRow[] => {
  const rows: FlagRow[] = []
  for (let at = 0; at < lines.length; ) {
    const count = brokenOver(lines, at)
    rows.push(rowOf(lines.slice(at, at + count).join('\n')))
    at += count
  }
  return rows
}

/** Adds what is known about flags that were sent before. */
export const withRejected = (rows: readonly FlagRow[], wrong: ReadonlySet<string>): FlagRow[] =>
  rows.map(row => {
    const known: FlagTrouble[] = []
    if (wrong.has(row.typed)) known.push('rejected')
    if (row.meant !== row.typed && wrong.has(row.meant)) known.push('fixRejected')
    return known.length > 0 ? { ...row, troubles: [...row.troubles, ...known] } : row
  })

/** The lines to send when the proposals are taken. */
export const meantLines = (rows: readonly FlagRow[]): string[] =>
  rows.map(({ meant }) => meant).filter(meant => meant !== '')

/** The lines to send as they were typed. */
export const typedLines = (rows: readonly FlagRow[]): string[] =>
  rows.flatMap(({ typed }) => typed.split('\n'))
