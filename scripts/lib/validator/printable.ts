import { isObject } from '../json'

const MAX_LENGTH = 60

/**
 * Replaces digits by 0 and letters by a or A (other alphabets ж or Ж); keeps everything else and URL schemes.
 * Length, pattern and format stay valid.
 */
export function toShape(text: string): string {
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

/** Response values may be secret, so only their shape is printed. */
export function toPrintable(value: unknown): unknown {
  if (typeof value === 'string') return cut(toShape(truncate(value)))
  if (Array.isArray(value)) return `a list of ${value.length}`
  return isObject(value) ? `an object of ${Object.keys(value).length} fields` : value
}

/** Prints a word such as a state or field name if it contains no secret, else its shape. */
export function toPrintableWord(text: string): string {
  const word = truncate(text)
  const isPlain = /^[\p{L}\p{N} _.,:$@'&/-]+$/u.test(word) && !isLikelySecret(word)
  return cut(isPlain ? word : toShape(word))
}

export function toPrintableTimestamp(text: string): string {
  const timestamp = truncate(text)
  return cut(/^[\d\s:.,+\-/TZ]*$/i.test(timestamp) ? timestamp : toShape(timestamp))
}

/** Email addresses, and long words of mixed letters and digits like tokens. */
function isLikelySecret(word: string): boolean {
  return /\S@\S/.test(word) || /(?=[^\s]*\d)(?=[^\s]*[a-z])[\w-]{16,}/i.test(word)
}

/** Hostile texts may be megabytes long. */
function truncate(text: string): string {
  return text.slice(0, MAX_LENGTH * 4)
}

function cut(text: string): string {
  const characters = Array.from(text)
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : characters.join('')
}
