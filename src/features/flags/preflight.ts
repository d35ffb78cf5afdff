import { looksCyrillic, toLatinLayout } from '../../lib/keyboard-layout'
import { trimSigns } from '../../lib/text'

/** Invisible characters that make a flag wrong; as escapes, so that Cyrillic appears in the locales only. */

const invisible = /\u034f|\u17b4|\u17b5|[\p{Cf}\p{Cc}\u115f\u1160\u2028\u2029\u2800\u3164\uffa0]/u
const unusualSpace = /[\p{Zs}\t]/u

/** Zero-width, bidirectional and control characters, soft hyphens. */
export const isInvisible = (character: string): boolean => character !== '\t' && invisible.test(character)

/** Looks like a space but isn't U+0020: no-break, thin, ideographic, tab. */
const isUnusualSpace = (character: string): boolean => character !== ' ' && unusualSpace.test(character)

/** Typographic quotes, dashes and ellipses, and the typed signs that editors replace with them. */
const typographicSigns = new Map([
  ...Array.from('\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033', sign => [sign, '"'] as const),
  ...Array.from('\u2018\u2019\u201a\u201b\u2032\u00b4', sign => [sign, "'"] as const),
  ...Array.from('\u2010\u2011\u2012\u2013\u2014\u2015\u2212', sign => [sign, '-'] as const),
  ['\u2026', '...'] as const,
])

/** Letters of other alphabets and their Latin lookalikes, lower case first. */
const lookalikePairs: readonly (readonly [string, string])[] = [
  [
    '\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u043a\u0456\u0458\u0455\u0501\u04bb\u051b\u051d',
    'aeopcyxkijsdhqw',
  ],
  [
    '\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405',
    'ABEKMHOPCTYXIJS',
  ],
  ['\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c7\u03f2', 'aikvopuxc'],
  ['\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7', 'ABEZHIKMNOPTYX'],
  ['\u0131\u0251\u0261', 'iag'],
]
const latinLookalikes = new Map(
  lookalikePairs.flatMap(([foreign, latin]) =>
    Array.from(foreign, (letter, at) => [letter, latin[at] ?? letter] as const),
  ),
)

/** The typed sign that an editor replaced, or null. */
export const getTypedSign = (character: string): string | null => typographicSigns.get(character) ?? null

/** The ASCII character that looks the same, or null; also for full-width forms. */
export const getLatinLookalike = (character: string): string | null => {
  const lookalike = latinLookalikes.get(character)
  if (lookalike) return lookalike
  if (/^[\0-\x7f\p{Script=Cyrillic}\p{Script=Greek}\s]$/u.test(character)) return null
  const plain = character.normalize('NFKC')
  return /^[\x21-\x7e]+$/.test(plain) ? plain : null
}

export const hasLatin = (text: string): boolean => /[a-z]/i.test(text)

/**
 * Possible mistakes in a flag: split over lines, spaces at its ends, invisible characters, surrounding quotes, Russian
 * keyboard layout, Latin lookalikes, typographic signs, alphabets mixed in a word, known to be wrong (as typed or after the fix).
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

const trimSpaces = (text: string): string => trimSigns(text, sign => unusualSpace.test(sign))

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

const trimStray = (text: string): string =>
  trimSigns(
    text,
    sign => QUOTES.includes(sign),
    sign => `${QUOTES},.;:`.includes(sign),
  )

const isFlagShaped = (text: string): boolean => /^[^\s{}]+\{.*\}$/s.test(text)

/**
 * Removes quotes, brackets and punctuation around a flag that was copied from a text. Brackets belong to an answer unless a
 * flag is inside.
 */
const unwrap = (text: string): string => {
  let inner = text
  let outermostBrackets: string | null = null
  for (;;) {
    const pair = inner.slice(0, 1) + inner.slice(-1)
    const next = inner.slice(1, -1).trim()
    if (next === '' || !(QUOTE_PAIRS.has(pair) || BRACKET_PAIRS.has(pair))) break
    if (BRACKET_PAIRS.has(pair)) outermostBrackets ??= inner
    inner = next
  }
  const bare = trimStray(inner)
  if (isFlagShaped(bare)) return bare
  return outermostBrackets ?? inner
}

const isCyrillicOnly = (text: string): boolean => looksCyrillic(text) && !hasLatin(text)

const getLetters = (text: string, script: RegExp): string[] =>
  Array.from(text).filter(one => script.test(one))

const cyrillic = /\p{Script=Cyrillic}/u
const greek = /\p{Script=Greek}/u

const areLookalikes = (letters: readonly string[]): boolean =>
  letters.every(letter => getLatinLookalike(letter) !== null)

/** What flags of most events begin with; a task does not say its own. */
const isKnownPrefix = (text: string): boolean => /^(?:flag|\w*ctf)$/i.test(text)

const getPrefix = (text: string): string => text.slice(0, Math.max(0, text.indexOf('{')))

/** Prefix and braces apart: the layout may have been switched between. Lookalikes beside Latin were copied. */
const retypeLatin = (text: string): string => {
  const prefix = getPrefix(text)
  const isCopied = (part: string) =>
    hasLatin(text) && areLookalikes(getLetters(part, cyrillic)) && !isKnownPrefix(toLatinLayout(part))
  return [prefix, text.slice(prefix.length)]
    .map(part => (isCyrillicOnly(part) && !isCopied(part) ? toLatinLayout(part) : part))
    .join('')
}

/** Answers may be Russian: the layout was wrong only if the same keys on the Latin one type what looks more like a flag. */
const fixLayout = (text: string): string => {
  const latin = retypeLatin(text)
  const gainsBraces = isFlagShaped(latin) && !isFlagShaped(text)
  const gainsPrefix = isKnownPrefix(getPrefix(latin)) && !isKnownPrefix(getPrefix(text))
  return gainsBraces || gainsPrefix ? latin : text
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

const getWords = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const checkFlag = (typed: string): FlagRow => {
  const issues = new Set<FlagIssue>()
  let suggested = typed
  for (const [issue, fix] of FIXES) {
    const fixed = fix(suggested)
    if (fixed !== suggested) issues.add(issue)
    suggested = fixed
  }
  if (getWords(suggested).some(word => looksCyrillic(word) && hasLatin(word))) issues.add('mixed')
  return { typed, suggested, issues: [...issues] }
}

const MAX_LINES_PER_FLAG = 5

/** Number of lines that form one flag: it opens on the first and closes on the last. */
const countFlagLines = (lines: readonly string[], from: number): number => {
  const first = lines[from] ?? ''
  if (first.lastIndexOf('{') <= first.lastIndexOf('}')) return 1
  const rest = lines.slice(from + 1, from + MAX_LINES_PER_FLAG)
  const end = rest.findIndex(line => /[{}]/.test(line))
  return end >= 0 && !rest[end]?.includes('{') ? end + 2 : 1
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

export const typedLines = (rows: readonly FlagRow[]): string[] =>
  rows.flatMap(({ typed }) => typed.split('\n'))

/** A part of a displayed flag: plain, an invisible character, or a lookalike. */
export interface FlagMark {
  kind: 'plain' | 'hidden' | 'strange'
  /** For an invisible character its symbol or code point, for example `U+200B`. */
  text: string
}

const formatCodePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const isForeign = (character: string): boolean => /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(character)

/** Splits a flag so that spaces at its ends and invisible characters can be shown. */
export const markFlag = (text: string): FlagMark[] => {
  const characters = Array.from(text)
  const begin = characters.findIndex(character => character !== ' ')
  const end = characters.findLastIndex(character => character !== ' ')
  const isMixed = hasLatin(text)
  const getMark = (character: string, at: number): FlagMark => {
    if (character === '\n') return { kind: 'hidden', text: '\u21b5' }
    if (character === ' ' && (at < begin || at > end || begin < 0)) return { kind: 'hidden', text: '\u2423' }
    if (isInvisible(character) || isUnusualSpace(character))
      return { kind: 'hidden', text: formatCodePoint(character) }
    const isStrange = (isMixed && isForeign(character)) || getTypedSign(character) !== null
    const isTwin = !isForeign(character) && getLatinLookalike(character) !== null
    return { kind: isStrange || isTwin ? 'strange' : 'plain', text: character }
  }
  const marks: FlagMark[] = []
  for (const [at, character] of characters.entries()) {
    const mark = getMark(character, at)
    const last = marks.at(-1)
    if (last && last.kind === mark.kind && mark.kind !== 'hidden') last.text += mark.text
    else marks.push(mark)
  }
  return marks
}

const MASK = '\u2022\u2022\u2022\u2022\u2022'
/** The first and last character would reveal too much of a shorter secret. */
const MIN_LENGTH = 6

const maskSecret = (secret: string): string => {
  const characters = Array.from(secret)
  const first = characters[0] ?? ''
  const last = characters.at(-1) ?? ''
  const isFullyMasked = characters.length < MIN_LENGTH || isInvisible(first) || isInvisible(last)
  return isFullyMasked ? MASK : `${first}${MASK}${last}`
}

/** Masks a flag so that only its owner recognizes it: `flag{s•••••x}`. Also hides the length. */
export const maskFlag = (flag: string): string => {
  const text = flag.trim()
  const shaped = /^(?<prefix>[\w-]{1,16}\{)(?<secret>.*)\}$/s.exec(text)
  if (!shaped?.groups) return maskSecret(text)
  return `${shaped.groups.prefix}${maskSecret(shaped.groups.secret ?? '')}}`
}
