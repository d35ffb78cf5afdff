import { getLatinLookalike, getTypedSign, hasLatin, isInvisible, isUnusualSpace } from './flag-characters'

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
  const markOf = (character: string, at: number): FlagMark => {
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
    const mark = markOf(character, at)
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
