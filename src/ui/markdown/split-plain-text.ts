/** Characters; a few screens, which a browser lays out quickly. */
const MAX_PART_LENGTH = 4000

/**
 * Splits a long text into parts for `content-visibility`: after a line break where there is one, else after a space, and never
 * inside a surrogate pair. Joined, the parts are the text.
 */
export const splitPlainText = (text: string): string[] => {
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, at + MAX_PART_LENGTH)
    const isLast = at + MAX_PART_LENGTH >= text.length
    const end = isLast ? piece.length : findEnd(piece)
    parts.push(piece.slice(0, end))
    at += end
  }
  return parts
}

const findEnd = (piece: string): number => {
  const line = piece.lastIndexOf('\n')
  const space = line < 0 ? piece.lastIndexOf(' ') : line
  if (space >= 0) return space + 1
  const last = piece.charCodeAt(piece.length - 1)
  // A high surrogate goes to the next part.
  return last >= 0xd800 && last <= 0xdbff ? piece.length - 1 : piece.length
}
