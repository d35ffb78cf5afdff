import { isRecord } from './is-record'

/** Truncates a text after a word; a word that is too long is cut between characters. */
export const truncateText = (text: string, most: number): string => {
  const start = [...text.slice(0, 2 * (most + 1))]
  if (start.length <= most) return text
  const cut = start.slice(0, most).join('')
  const isWordEnd = /\s/.test(start[most] ?? '')
  const truncated = isWordEnd ? cut : cut.replace(/\s+\S*$/, '')
  return `${truncated
    .trimEnd()
    .replace(/[.,;:–—-]$/, '')
    .trimEnd()}…`
}

type IsSign = (sign: string) => boolean

/** Drops characters from both ends, in linear time; a pattern that ends with `+$` is tried again from each of them. */
export const trimSigns = (text: string, isDropped: IsSign, isDroppedAtEnd: IsSign = isDropped): string => {
  const signs = Array.from(text)
  const start = signs.findIndex(sign => !isDropped(sign))
  const end = signs.findLastIndex(sign => !isDroppedAtEnd(sign))
  return start < 0 ? '' : signs.slice(start, end + 1).join('')
}

export const foldText = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll('\u0451', '\u0435').trim()

/** Whether the text contains every word of the query. */
export const matchesText = (text: string, query: string): boolean => includesWords(foldText(text), query)

/** Like `matchesText` for a normalized text. */
export const includesWords = (folded: string, query: string): boolean =>
  foldText(query)
    .split(/\s+/)
    .every(word => folded.includes(word))

/** Likely names of the text field in responses that the contract doesn't specify, most likely first. */
const TEXT_FIELDS = ['text', 'content', 'description', 'body', 'message']

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** The value itself, a field of `TEXT_FIELDS`, or the longest string field; else null. */
export const extractText = (value: unknown): string | null => {
  if (isText(value)) return value
  if (!isRecord(value)) return null
  const named = TEXT_FIELDS.map(name => value[name]).find(isText)
  const strings = Object.values(value).filter(isText)
  return named ?? strings.sort((one, other) => other.length - one.length)[0] ?? null
}

/** Spreadsheets run such text as a formula, also behind spaces and with full-width signs. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/

/** A leading apostrophe makes a formula plain text. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** A non-negative number, which some servers send as a string; null for anything else. */
export const parseCount = (value: unknown): number | null => {
  const isWritten = typeof value === 'string' && /^\d{1,15}$/.test(value)
  const count = isWritten ? Number(value) : value
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : null
}
