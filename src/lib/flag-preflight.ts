import { getLatinLookalike, getTypedSign, hasLatin, isInvisible, isUnusualSpace } from './flag-characters'
import { looksCyrillic, toLatinLayout } from './keyboard-layout'

/**
 * Possible mistakes in a flag: split over lines, spaces at its ends, invisible characters, surrounding quotes, Russian
 * keyboard layout, Latin lookalikes, typographic signs, mixed alphabets, known to be wrong (as typed or after the fix).
 */
export type FlagIssue =
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
  /** As typed; contains line breaks when the flag is split over lines. */
  typed: string
  /** The suggested fix; equals `typed` without one, empty when nothing is left. */
  suggested: string
  issues: readonly FlagIssue[]
}

const joinLines = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map(line => line.trim())
        .join('')
    : text

const trimSpaces = (text: string): string => text.replace(/^[\p{Zs}\t]+|[\p{Zs}\t]+$/gu, '')

const removeInvisible = (text: string): string =>
  Array.from(text, character =>
    isInvisible(character) ? '' : isUnusualSpace(character) ? ' ' : character,
  ).join('')

const QUOTES = '"\'`\u00ab\u00bb\u2018\u2019\u201a\u201c\u201d\u201e'
const QUOTE_PAIRS = new Set([
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
const BRACKET_PAIRS = new Set(['()', '[]', '<>'])
const strayStart = new RegExp(`^[${QUOTES}]+`)
const strayEnd = new RegExp(`[${QUOTES},.;:]+$`)

const isFlagShaped = (text: string): boolean => /^[^\s{}]+\{.*\}$/s.test(text)

/** Removes one layer of quotes or punctuation around a flag that was copied from a text. */
const unwrapOnce = (text: string): string => {
  const pair = text.slice(0, 1) + text.slice(-1)
  const inner = text.slice(1, -1).trim()
  if (inner !== '' && (QUOTE_PAIRS.has(pair) || (BRACKET_PAIRS.has(pair) && isFlagShaped(unwrap(inner)))))
    return inner
  const bare = text.replace(strayStart, '').replace(strayEnd, '')
  return isFlagShaped(bare) ? bare : text
}

function unwrap(text: string): string {
  const next = unwrapOnce(text)
  return next === text ? text : unwrap(next)
}

const isCyrillicOnly = (text: string): boolean => looksCyrillic(text) && !hasLatin(text)

const getLetters = (text: string, script: RegExp): string[] =>
  Array.from(text).filter(one => script.test(one))

const cyrillic = /\p{Script=Cyrillic}/u
const greek = /\p{Script=Greek}/u

const areLookalikes = (letters: readonly string[]): boolean =>
  letters.every(letter => getLatinLookalike(letter) !== null)

/**
 * Checks prefix and braces separately, because the layout may have been switched in between. Lookalikes beside Latin
 * letters were probably copied, not typed.
 */
const fixLayout = (text: string): string => {
  const brace = text.indexOf('{')
  const parts = brace < 0 ? [text] : [text.slice(0, brace), text.slice(brace)]
  const isCopied = (part: string) => hasLatin(text) && areLookalikes(getLetters(part, cyrillic))
  return parts.map(part => (isCyrillicOnly(part) && !isCopied(part) ? toLatinLayout(part) : part)).join('')
}

/** If one letter of an alphabet has no Latin lookalike, the others are intended too. */
const fixLookalikes = (text: string): string => {
  const intendedScripts = [cyrillic, greek].filter(
    script => !hasLatin(text) || !areLookalikes(getLetters(text, script)),
  )
  const isIntended = (letter: string) => intendedScripts.some(script => script.test(letter))
  return Array.from(text, letter =>
    isIntended(letter) ? letter : (getLatinLookalike(letter) ?? letter),
  ).join('')
}

const fixTypography = (text: string): string => Array.from(text, sign => getTypedSign(sign) ?? sign).join('')

/** Each step that changes the text adds its issue; the next step works on the result. */
const FIXES: readonly (readonly [FlagIssue, (text: string) => string])[] = [
  ['broken', joinLines],
  ['ends', trimSpaces],
  ['invisible', removeInvisible],
  ['ends', trimSpaces],
  ['around', unwrap],
  ['layout', fixLayout],
  ['typeset', fixTypography],
  ['lookalike', fixLookalikes],
]

const checkFlag = (typed: string): FlagRow => {
  const issues = new Set<FlagIssue>()
  let suggested = typed
  for (const [issue, fix] of FIXES) {
    const fixed = fix(suggested)
    if (fixed !== suggested) issues.add(issue)
    suggested = fixed
  }
  if (looksCyrillic(suggested) && hasLatin(suggested)) issues.add('mixed')
  return { typed, suggested, issues: [...issues] }
}

const MAX_LINES_PER_FLAG = 5

/** Number of lines that form one flag: it opens on the first and closes on the last. */
const countFlagLines = (lines: readonly string[], from: number): number => {
  const first = lines[from] ?? ''
  if (first.lastIndexOf('{') <= first.lastIndexOf('}')) return 1
  const rest = lines.slice(from + 1, from + MAX_LINES_PER_FLAG)
  const end = rest.findIndex(line => /[{}]/.test(line))
  return end >= 0 && /^[^{]*\}[^{]*$/.test(rest[end] ?? '') ? end + 2 : 1
}

/** Checks the lines before they are submitted. Changes nothing: fixes are only suggested. */
export const preflight = (lines: readonly string[]): FlagRow[] => {
  const rows: FlagRow[] = []
  for (let at = 0; at < lines.length; ) {
    const count = countFlagLines(lines, at)
    rows.push(checkFlag(lines.slice(at, at + count).join('\n')))
    at += count
  }
  return rows
}

/** Adds the issues of flags that were wrong before. */
export const addKnownWrong = (rows: readonly FlagRow[], wrong: ReadonlySet<string>): FlagRow[] =>
  rows.map(row => {
    const known: FlagIssue[] = []
    if (wrong.has(row.typed)) known.push('rejected')
    if (row.suggested !== row.typed && wrong.has(row.suggested)) known.push('fixRejected')
    return known.length > 0 ? { ...row, issues: [...row.issues, ...known] } : row
  })

/** The lines to submit when the user accepts the suggestions. */
export const suggestedLines = (rows: readonly FlagRow[]): string[] =>
  rows.map(({ suggested }) => suggested).filter(suggested => suggested !== '')

/** The lines to submit as typed. */
export const typedLines = (rows: readonly FlagRow[]): string[] =>
  rows.flatMap(({ typed }) => typed.split('\n'))
