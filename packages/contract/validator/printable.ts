import { isObject } from '../json'

const MAX_LENGTH = 60

/**
 * Replaces digits by 0 and letters by a or A (in other alphabets by ж or Ж). Keeps URL schemes and other characters,
 * so that the length, pattern and format of a masked recording stay valid.
 */
export function toShape(text: string): string {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(text)?.[0] ?? ''
  const rest = text
    .slice(scheme.length)
    .replaceAll(/\p{N}/gu, '0')
    .replaceAll(/[b-z]/g, 'a')
    .replaceAll(/[B-Z]/g, 'A')
    .replaceAll(/(?!A)\p{Lu}/gu, 'Ж')
    .replaceAll(/(?![aAЖ])\p{L}/gu, 'ж')
  return scheme + rest
}

/** Texts may be secret, so only their shape is printed; numbers, booleans and null stay as they are. */
export function toPrintable(value: unknown): unknown {
  if (typeof value === 'string') return truncate(toShape(limitInput(value)))
  if (Array.isArray(value)) return `a list of ${value.length}`
  return isObject(value) ? `an object of ${Object.keys(value).length} fields` : value
}

/** Prints a word such as a state or field name if it contains no secret, else its shape. */
export function toPrintableWord(text: string): string {
  const word = limitInput(text)
  const isPlain = /^[\p{L}\p{N} _.,:$@'&/-]+$/u.test(word) && !isLikelySecret(word)
  return truncate(isPlain ? word : toShape(word))
}

export function toPrintableTimestamp(text: string): string {
  const timestamp = limitInput(text)
  return truncate(/^[\d\s:.,+\-/TZ]*$/i.test(timestamp) ? timestamp : toShape(timestamp))
}

/** Email addresses, and long words of mixed letters and digits like tokens. */
function isLikelySecret(word: string): boolean {
  return /\S@\S/.test(word) || /(?=[^\s]*\d)(?=[^\s]*[a-z])[\w-]{16,}/i.test(word)
}

/** Hostile texts may be megabytes long: keeps the regular expressions fast. */
function limitInput(text: string): string {
  return text.slice(0, MAX_LENGTH * 4)
}

function truncate(text: string): string {
  const characters = Array.from(text)
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : characters.join('')
}
