import { isObject } from '../json'

/** Longer texts are cut in sentences. */
const longest = 60

/**
 * A text of the same shape that tells nothing: digits become 0, letters a or A (other alphabets ж or Ж), everything
 * else and the scheme of an address stay. What holds for the text by length, pattern or format holds for its shape.
 */
export function shapeOf(text: string): string {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(text)?.[0] ?? ''
  const rest = text
    .slice(scheme.length)
    .replaceAll(/\p{N}/gu, '0')
    .replaceAll(/[b-z]/g, 'a')
    .replaceAll(/[B-Z]/g, 'A')
    .replaceAll(/[^\P{Lu}A]/gu, 'Ж')
    .replaceAll(/[^\P{L}aAЖ]/gu, 'ж')
  return scheme + rest
}

/** What may be printed of a value from an answer: its shape where it is a text, since nobody knows what the text is. */
export function printable(value: unknown): unknown {
  if (typeof value === 'string') return cut(shapeOf(beginning(value)))
  if (Array.isArray(value)) return `a list of ${value.length}`
  return isObject(value) ? `an object of ${Object.keys(value).length} fields` : value
}

/** A word that a server chose, such as a state or the name of a field: as it is when it looks like one, else its shape. */
export function printableWord(text: string): string {
  const word = beginning(text)
  const isPlain = /^[\p{L}\p{N} _.,:$@'&/-]+$/u.test(word) && !looksSecret(word)
  return cut(isPlain ? word : shapeOf(word))
}

/** A moment, in whatever way it was written. */
export function printableMoment(text: string): string {
  const moment = beginning(text)
  return cut(/^[\d\s:.,+\-/TZ]*$/i.test(moment) ? moment : shapeOf(moment))
}

/** Addresses of people, and long words of mixed letters and digits as tokens are. */
function looksSecret(word: string): boolean {
  return /\S@\S/.test(word) || /(?=[^\s]*\d)(?=[^\s]*[a-z])[\w-]{16,}/i.test(word)
}

/** More than is ever printed: what a hostile server sends may be megabytes long. */
function beginning(text: string): string {
  return text.slice(0, longest * 4)
}

function cut(text: string): string {
  const characters = Array.from(text)
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : characters.join('')
}
