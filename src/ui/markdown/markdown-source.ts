import type { ReactNode } from 'react'

export type MarkdownLabels = {
  copyCode: string
  copied: string
  /** Read after a link that opens in a new tab. */
  external: string
  /** Replaces an image that is not loaded. */
  blockedImage: string
  /** The heading of the footnotes. */
  footnotes: string
  /** Above a source that could not be rendered as Markdown. */
  plainNotice: string
  /** The two states of a checkbox in a task list. */
  stepDone: string
  stepOpen: string
}

export type MarkdownProps = {
  source: string
  /** Prefix of the ids of headings and footnotes, so that content cannot use ids of the page. */
  idPrefix: string
  /** Path under which images of this site are allowed, with slashes at both ends. */
  imagePrefix: string
  labels: MarkdownLabels
  /** Awaited before the source is shown as plain text because the parser failed to load. */
  onLoadError?: ((failure: unknown) => Promise<unknown>) | undefined
}

export type MarkdownBodyProps = MarkdownProps & {
  /** In place of a source that must not be parsed. */
  plain: ReactNode
}

/** Markdown over any of these limits is shown as plain text: parsing would take seconds or overflow the stack. */
const markdownLimits = { bytes: 200_000, nesting: 100, delimitersInBlock: 1000, delimitersInTotal: 20_000 }

const listMarker = /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/

/** The nesting depth of quotes and lists, estimated line by line without parsing. */
const blockNesting = (text: string): number => {
  let deepest = 0
  /** The columns where the content of the open list items begins. */
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

/** Delimiters that an inline parser has to pair up, in quadratic time per paragraph. */
const delimiter = /[[\]*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** The most delimiters in one paragraph, and in the whole text. */
const countDelimiters = (text: string): { inBlock: number; inTotal: number } => {
  const counts = text.split(/\n[ \t]*\n/).map(block => block.match(delimiter)?.length ?? 0)
  return {
    inBlock: counts.reduce((most, count) => Math.max(most, count), 0),
    inTotal: counts.reduce((sum, count) => sum + count, 0),
  }
}

/** Whether a text can be parsed as Markdown in well under two seconds. */
export const isParsable = (text: string): boolean => {
  if (text.length > markdownLimits.bytes) return false
  if (new TextEncoder().encode(text).length > markdownLimits.bytes) return false
  if (blockNesting(text) > markdownLimits.nesting) return false
  const delimiters = countDelimiters(text)
  return (
    delimiters.inBlock <= markdownLimits.delimitersInBlock &&
    delimiters.inTotal <= markdownLimits.delimitersInTotal
  )
}

/** Characters; parsed in about a tenth of a second. */
const MIN_PART_LENGTH = 15_000

/** A footnote or the address of a link, which other parts of the text may refer to. */
const definition = /\[[^\]]+\]:/

/**
 * Splits a long text before headings, so that React can yield between its parts: the parser itself cannot. `levels` are those
 * of its headings, empty for a text in one part.
 */
export const splitMarkdown = (source: string): { parts: readonly string[]; levels: readonly number[] } => {
  if (source.length < 2 * MIN_PART_LENGTH || definition.test(source)) return { parts: [source], levels: [] }
  const levels = new Set<number>()
  const parts: string[] = []
  let part = ''
  let fence: string | undefined
  for (const line of source.split(/(?<=\n)/)) {
    // Inline code may start a line with as many backticks, and ends on the same line.
    const marker = /^ {0,3}(`{3,}(?!.*`)|~{3,})/.exec(line)?.[1]
    const level = /^#{1,6}(?= )/.exec(line)?.[0].length
    if (fence) fence = marker?.startsWith(fence) && line.trim() === marker ? undefined : fence
    else if (marker) fence = marker
    else if (level) {
      // A deeper heading may skip a level, which shows only beside those before it.
      if (part.length >= MIN_PART_LENGTH && level <= Math.min(...levels) + 1) {
        parts.push(part)
        part = ''
      }
      levels.add(level)
    }
    part += line
  }
  return { parts: [...parts, part], levels: parts.length > 0 ? [...levels] : [] }
}
