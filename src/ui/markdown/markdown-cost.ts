import { listMarker, readLines, type SplitMarkdown, splitMarkdown } from './split-markdown'

/** What parser and browser do for each of these, counted in characters of prose, as measured in Chromium. */
const costs = {
  line: 8,
  /** Of code, or blank. */
  simpleLine: 3,
  block: 25,
  listItem: 50,
  quoteMarker: 25,
  /** Of a line, for each quote and list item around it. */
  openContainer: 8,
  tableCell: 25,
  heading: 12,
  fence: 60,
  /** It may end a link. */
  closingBracket: 45,
  address: 75,
  image: 60,
  footnote: 60,
  hardBreak: 10,
  delimiter: 7,
  sign: 8,
}

/**
 * For what the parser compares with each other, in quadratic time: this many cost as much as the square of their number in
 * single ones.
 */
const quadraticCosts = {
  /** Delimiters of a paragraph: each may pair up with each. */
  delimiters: 100,
  /** Lines without a marker that continue the paragraph of a quote or a list. */
  lazyLines: 80,
  /** Underlined headings of a part. */
  underlines: 16,
  /** Characters of an address, whose end is looked for again at each punctuation mark. */
  address: 80,
  /** Combining marks on one letter, which a browser shapes together. */
  marks: 840,
}

/** A text or part over one of them is shown as plain text. An ordinary text costs two to three times its characters. */
export const markdownLimits = { length: 400_000, cost: 800_000, costOfPart: 600_000, nesting: 100 }

const delimiter = /[[\]*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const square = (number: number, divisor: number): number => number ** 2 / divisor

/** Quotes and list items that a line opens, and how deep it is then. Estimated without parsing. */
const createContainerReader = () => {
  /** The columns where the content of the open list items begins. */
  let items: number[] = []
  return (line: string) => {
    let rest = line
    let column = 0
    let quotes = 0
    let opened = 0
    const skipSpaces = () => {
      const spaces = /^[ \t]*/.exec(rest)?.[0] ?? ''
      for (const space of spaces) column += space === '\t' ? 4 - (column % 4) : 1
      rest = rest.slice(spaces.length)
    }
    skipSpaces()
    items = items.filter(item => item <= column)
    while (rest !== '' && quotes + items.length <= markdownLimits.nesting) {
      const marker = rest.startsWith('>') ? '>' : listMarker.exec(rest)?.[0]
      if (!marker) break
      rest = rest.slice(marker.length)
      column += marker.length
      if (marker === '>') quotes += 1
      else {
        items.push(column + 1)
        opened += 1
      }
      skipSpaces()
    }
    return { quotes, opened, depth: quotes + items.length, rest }
  }
}

/** Words whose length the parser or the browser squares. */
const costOfWords = (text: string): number => {
  const hasDefinitions = text.includes(']:')
  let cost = 0
  for (const [word] of text.matchAll(/\S+/g))
    if (hasDefinitions || /https?:|www\./i.test(word)) cost += square(word.length, quadraticCosts.address)
  for (const [marks] of text.matchAll(/[\p{M}\p{Cf}]+/gu)) cost += square(marks.length, quadraticCosts.marks)
  return cost
}

const costOfLine = (line: string): number =>
  costs.line +
  costs.closingBracket * count(line, /\]/g) +
  costs.image * count(line, /!\[/g) +
  costs.footnote * count(line, /\[\^/g) +
  costs.address * count(line, /https?:|www\./gi) +
  costs.sign * count(line, /[<&\\@!]/g) +
  (/^#{1,6}[ \t]/.test(line) ? costs.heading : 0) +
  (/^(?:```|~~~)/.test(line) ? costs.fence : 0) +
  (/(?: {2}|\\)$/.test(line) ? costs.hardBreak : 0)

/** Of a table that the line defines; 0 if it is no delimiter row. */
const countColumns = (line: string): number =>
  /^[-:|\s]+$/.test(line) && line.includes('-') && /[|:]/.test(line)
    ? line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|').length
    : 0

/** Linear in the length of the text; infinite if it is nested too deeply. */
export const estimateCost = (text: string): number => {
  const readContainers = createContainerReader()
  let cost = text.length + costOfWords(text)
  let underlines = 0
  let delimiters = 0
  let lazyLines = 0
  let columns = 0
  let hasContainers = false
  let isAfterBlank = true
  let canUnderline = false
  const endBlock = () => {
    cost += costs.delimiter * delimiters + square(delimiters, quadraticCosts.delimiters)
    if (hasContainers) cost += square(lazyLines, quadraticCosts.lazyLines)
    delimiters = lazyLines = columns = 0
    hasContainers = false
  }
  for (const { text: source, isBlank, isCertainlyCode } of readLines(text)) {
    if (isBlank || isCertainlyCode) endBlock()
    if (isBlank || isCertainlyCode) cost += costs.simpleLine
    else {
      const line = source.replace(/[\r\n]+$/, '')
      const { quotes, opened, depth, rest } = readContainers(line)
      if (depth > markdownLimits.nesting) return Number.POSITIVE_INFINITY
      cost += costs.quoteMarker * quotes + costs.listItem * opened + costs.openContainer * depth
      cost += costOfLine(rest)
      if (isAfterBlank) cost += costs.block
      if (quotes + opened > 0 || rest.startsWith('[^')) hasContainers = true
      else lazyLines += 1
      const isUnderline = /^(?:=+|-+)[ \t]*$/.test(rest)
      if (isUnderline && canUnderline) underlines += 1
      canUnderline = !isUnderline
      // Under the row that defines the columns, each line becomes a row with all of them.
      columns = Math.max(columns, countColumns(rest))
      cost += costs.tableCell * columns
      delimiters += count(rest, delimiter)
    }
    if (isBlank) canUnderline = false
    isAfterBlank = isBlank
  }
  endBlock()
  return cost + square(underlines, quadraticCosts.underlines)
}

/** The parts of a text to parse, or null if that would take seconds or overflow the stack. */
export const prepareMarkdown = (source: string): SplitMarkdown | null => {
  if (source.length > markdownLimits.length) return null
  const split = splitMarkdown(source)
  const costsOfParts = split.parts.map(estimateCost)
  const sum = costsOfParts.reduce((all, cost) => all + cost, 0)
  const isAffordable =
    sum <= markdownLimits.cost && costsOfParts.every(cost => cost <= markdownLimits.costOfPart)
  return isAffordable ? split : null
}
