const longestShown = 80

const bytesOf = (escapes: string): Uint8Array =>
  Uint8Array.from(escapes.match(/[\da-f]{2}/gi) ?? [], hex => Number.parseInt(hex, 16))

/** Unlike `decodeURIComponent` it takes broken escapes as well, and one that was cut in two. */
const decoded = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, escapes => new TextDecoder().decode(bytesOf(escapes)))

/**
 * A path as a person can read it: in its own letters, shortened, and without the characters that hide or reorder
 * others (controls, direction marks, zero-width ones), which stand as `�`.
 */
export const shownPath = (path: string): string => {
  // Cut first: a path of megabytes is not worth decoding.
  const letters = Array.from(decoded(path.slice(0, 12 * longestShown)).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�'))
  return letters.length > longestShown ? `${letters.slice(0, longestShown).join('')}…` : letters.join('')
}
