/** Characters of a part at most: a few screens, which a browser lays out in a moment. */
const longest = 4000

/**
 * Cuts a long text into parts that are laid out one by one, behind the end of a line where there is one, else behind a space,
 * and never inside of a character. Together the parts are the text; each begins on a line of its own.
 */
export const plainParts = (text: string): string[] => {
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, at + longest)
    const isLast = at + longest >= text.length
    const end = isLast ? piece.length : endOf(piece)
    parts.push(piece.slice(0, end))
    at += end
  }
  return parts
}

const endOf = (piece: string): number => {
  const line = piece.lastIndexOf('\n')
  const space = line < 0 ? piece.lastIndexOf(' ') : line
  if (space >= 0) return space + 1
  const last = piece.charCodeAt(piece.length - 1)
  // The first half of a character that takes two: it goes to the next part.
  return last >= 0xd800 && last <= 0xdbff ? piece.length - 1 : piece.length
}
