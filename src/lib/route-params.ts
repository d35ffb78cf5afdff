/** What databases keep an id in, and far inside what a number can hold exactly. */
const largestId = 2 ** 31 - 1

/** A positive decimal id without leading zeros, else null: `..`, `%2e%2e` or `1e3` never reach an API path (design §5, trap 4). */
export const parseId = (value: unknown): number | null => {
  if (typeof value !== 'string' || !/^[1-9]\d{0,9}$/.test(value)) return null
  const id = Number(value)
  return id <= largestId ? id : null
}

const codePattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/

/**
 * An invite code or share link as it may stand in a path: 1 to 128 letters, digits, `.`, `_` and `-`, not beginning with
 * a dot. Names of `Object.prototype` are refused, so that no look-up meets them. Else null.
 */
export const parseCode = (value: unknown): string | null =>
  typeof value === 'string' && codePattern.test(value) && !(value in Object.prototype) ? value : null

/** A code without what a message brings along around it: blanks, quotes, and punctuation at its end. */
export const trimCode = (text: string): string =>
  text.replace(/^[\s\p{Pi}\p{Ps}"'<]+/u, '').replace(/[^\p{L}\p{N}_-]+$/u, '')
