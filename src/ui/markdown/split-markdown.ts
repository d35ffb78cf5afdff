/** Characters. */
const MIN_PART_LENGTH = 8000

export const listMarker = /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/

/** HTML that a blank line does not end. */
const endlessHtml = /^ {0,3}<(?:script|pre|style|textarea|[!?])/i

interface SourceLine {
  /** With its line break. */
  text: string
  isBlank: boolean
  /** In a fence, whose indentation may belong to a list that ends before it. */
  isCode: boolean
  /** Also code if a list ends or HTML was opened before it. */
  isCertainlyCode: boolean
}

const getFence = (text: string): string | undefined => {
  const [start = '', marker] = /^ {0,3}(`{3,}|~{3,})/.exec(text) ?? []
  // Inline code may start a line with as many backticks, and ends on the same line.
  return marker?.startsWith('`') && text.includes('`', start.length) ? undefined : marker
}

export interface SplitMarkdown {
  parts: readonly string[]
  levels: readonly number[]
}

export function* readLines(source: string): Generator<SourceLine> {
  let fence: string | null = null
  let isCertain = false
  let isInHtml = false
  let isInEndlessHtml = false
  for (const [text] of source.matchAll(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g)) {
    const isBlank = text.trim() === ''
    const marker = getFence(text)
    const isCode = fence !== null || marker !== undefined
    if (fence !== null) {
      yield { text, isBlank, isCode, isCertainlyCode: isCertain }
      if (marker?.startsWith(fence) && text.trim() === marker) fence = null
      continue
    }
    isInHtml = !isBlank && (isInHtml || /^ {0,3}</.test(text))
    isInEndlessHtml ||= endlessHtml.test(text)
    if (marker !== undefined) {
      fence = marker
      isCertain = !text.startsWith(' ') && !isInHtml && !isInEndlessHtml
    }
    yield { text, isBlank, isCode, isCertainlyCode: false }
  }
}

/** Nothing above it continues in it: not a list, which a blank line does not end. */
const startsBlock = (text: string): boolean => !/^[ \t]/.test(text) && !listMarker.test(text)

const getUnderlineLevel = (text: string): number | undefined => {
  const line = /^ {0,3}(=+|-+)[ \t\r\n]*$/.exec(text)?.[1]
  return line === undefined ? undefined : line.startsWith('=') ? 1 : 2
}

/**
 * Splits a long text between blocks, so that React can yield between its parts: the parser itself cannot. `levels` are those of
 * its headings, empty for a text in one part.
 */
export const splitMarkdown = (source: string): SplitMarkdown => {
  const whole = { parts: [source], levels: [] }
  if (source.length < 2 * MIN_PART_LENGTH) return whole
  const levels = new Set<number>()
  const parts: string[] = []
  let partStart = 0
  /** Where the text may be split, if the next heading allows it. */
  let places: number[] = []
  let at = 0
  let isAfterBlank = true
  let isInParagraph = false
  const split = () => {
    for (const place of places) {
      if (place - partStart < MIN_PART_LENGTH) continue
      parts.push(source.slice(partStart, place))
      partStart = place
    }
    places = []
  }
  for (const { text, isBlank, isCode } of readLines(source)) {
    if (!isCode) {
      // Perhaps a footnote or the address of a link, which other parts of the text may refer to.
      if (text.includes(']:')) return whole
      const hashes = /^#{1,6}(?= )/.exec(text)?.[0].length
      if (hashes !== undefined || (isAfterBlank && !isBlank && startsBlock(text))) places.push(at)
      const level = hashes ?? (isInParagraph ? getUnderlineLevel(text) : undefined)
      if (level !== undefined) {
        // A deeper heading may skip a level, which shows only beside those before it.
        if (level <= Math.min(...levels) + 1) split()
        else places = []
        levels.add(level)
      }
      isInParagraph = !isBlank && (isAfterBlank ? startsBlock(text) && !/^[>|<#]/.test(text) : isInParagraph)
    }
    at += text.length
    isAfterBlank = isBlank
  }
  split()
  return parts.length > 0 ? { parts: [...parts, source.slice(partStart)], levels: [...levels] } : whole
}
