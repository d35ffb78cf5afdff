import type { IBuffer } from '@xterm/xterm'

export interface Match {
  row: number
  column: number
  /** In cells; beyond the end of the row it goes on in the next one. */
  length: number
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** The cell of each character of some rows, counted from the first cell. Wide characters take two cells. */
const mapCells = (buffer: IBuffer, from: number, to: number, columns: number): number[] => {
  const cells: number[] = []
  for (let row = from; row < to; row += 1) {
    const line = buffer.getLine(row)
    for (let column = 0; column < columns; ) {
      const cell = line?.getCell(column)
      const length = cell?.getChars().length || 1
      for (let at = 0; at < length; at += 1) cells.push((row - from) * columns + column)
      column += cell?.getWidth() || 1
    }
  }
  cells.push((to - from) * columns)
  return cells
}

/** More are not counted: a screen full of one letter has hundreds of thousands. */
export const MAX_MATCHES = 5000

/** A longer line is searched in parts: one may fill the buffer. */
const MAX_JOINED_ROWS = 50

/** Where a text is in the buffer, ignoring case, the newest last. A line that was wrapped counts as one. */
export const findMatches = (buffer: IBuffer, columns: number, query: string): Match[] => {
  if (query.trim() === '') return []
  const pattern = new RegExp(escapePattern(query), 'giu')
  const matches: Match[] = []
  let text = ''
  let to = buffer.length
  for (let row = to - 1; row >= 0 && matches.length < MAX_MATCHES; row -= 1) {
    const line = buffer.getLine(row)
    text = (line?.translateToString(row === to - 1, 0, columns) ?? '') + text
    if (line?.isWrapped && row > 0 && to - row < MAX_JOINED_ROWS) continue
    const found = [...text.matchAll(pattern)]
    const cells = found.length > 0 ? mapCells(buffer, row, to, columns) : []
    for (const { index, 0: part } of found.reverse()) {
      const start = cells[index] ?? 0
      const length = (cells[index + part.length] ?? start) - start
      matches.push({ row: row + Math.floor(start / columns), column: start % columns, length })
    }
    text = ''
    to = row
  }
  return matches.slice(0, MAX_MATCHES).reverse()
}
