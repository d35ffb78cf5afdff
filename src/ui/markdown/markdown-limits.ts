/** Markdown over any of these limits is shown as plain text: a parser would need seconds or the whole stack for it. */
const markdownLimits = { bytes: 200_000, nesting: 100, marksInBlock: 1000, marksInAll: 20_000 }

const listMarker = /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/

/** How deep the quotes and lists of a text go, judged line by line without parsing. */
const blockNesting = (text: string): number => {
  let deepest = 0
  /** The columns in which the content of the open list items begins. */
  let items: number[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    let rest = line
    let column = 0
    let quotes = 0
    const skipSpaces = () => {
      const spaces = /^[ \t]*/.exec(rest)?.[0] ?? ''
      for (const space of spaces) column += space === '\t' ? 4 - (column % 4) : 1
      rest = rest.slice(spaces.length)
    }
    skipSpaces()
    items = items.filter(item => item <= column)
    while (rest !== '') {
      const marker = rest.startsWith('>') ? '>' : listMarker.exec(rest)?.[0]
      if (!marker) break
      rest = rest.slice(marker.length)
      column += marker.length
      if (marker === '>') quotes += 1
      else items.push(column + 1)
      skipSpaces()
      if (quotes + items.length > markdownLimits.nesting) return quotes + items.length
    }
    deepest = Math.max(deepest, quotes + items.length)
  }
  return deepest
}

/** What an inline parser has to pair up; its time grows with the square of their number in one paragraph. */
const mark = /[[\]*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** The most marks in one paragraph, and in the whole text. */
const countMarks = (text: string): { inBlock: number; inAll: number } => {
  const counts = text.split(/\n[ \t]*\n/).map(block => block.match(mark)?.length ?? 0)
  return {
    inBlock: counts.reduce((most, count) => Math.max(most, count), 0),
    inAll: counts.reduce((sum, count) => sum + count, 0),
  }
}

/** Whether a text is small and flat enough to be parsed as Markdown in well under two seconds. */
export const isParsable = (text: string): boolean => {
  if (text.length > markdownLimits.bytes) return false
  if (new TextEncoder().encode(text).length > markdownLimits.bytes) return false
  if (blockNesting(text) > markdownLimits.nesting) return false
  const marks = countMarks(text)
  return marks.inBlock <= markdownLimits.marksInBlock && marks.inAll <= markdownLimits.marksInAll
}
