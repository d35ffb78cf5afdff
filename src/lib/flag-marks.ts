import { hasLatin, isInvisible, isOddSpace, latinTwinOf, typedSignOf } from './flag-characters'

/** A piece of a shown flag: as it is, a character that nobody would see, or one that is not what it seems. */
export interface FlagMark {
  kind: 'plain' | 'hidden' | 'strange'
  /** What to show; for a hidden character its sign or its number, as in `U+200B`. */
  text: string
}

const numberOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const isForeign = (character: string): boolean => /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(character)

/** The text in pieces, so that everything in it can be seen: neither spaces at the ends nor hidden characters are lost. */
export const markFlag = (text: string): FlagMark[] => {
  const characters = Array.from(text)
  const begin = characters.findIndex(character => character !== ' ')
  const end = characters.findLastIndex(character => character !== ' ')
  const isMixed = hasLatin(text)
  const markOf = (character: string, at: number): FlagMark => {
    if (character === '\n') return { kind: 'hidden', text: '\u21b5' }
    if (character === ' ' && (at < begin || at > end || begin < 0)) return { kind: 'hidden', text: '\u2423' }
    if (isInvisible(character) || isOddSpace(character)) return { kind: 'hidden', text: numberOf(character) }
    const isStrange = (isMixed && isForeign(character)) || typedSignOf(character) !== null
    const isTwin = !isForeign(character) && latinTwinOf(character) !== null
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
