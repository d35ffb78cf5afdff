import type { Terminal } from '@xterm/xterm'

/** Control sequences with a repeat count as first parameter, which xterm does not limit. */
const repeatingSequences = [
  { final: 'b' },
  { final: 'L' },
  { final: 'M' },
  { final: 'S' },
  { final: 'T' },
  { final: 'I' },
  { final: 'Z' },
  { final: '@' },
  { final: 'P' },
  { final: 'X' },
  { intermediates: ' ', final: '@' },
  { intermediates: ' ', final: 'A' },
  { intermediates: "'", final: '}' },
  { intermediates: "'", final: '~' },
]

/** A few screens; takes a few milliseconds. */
const MAX_CELLS_PER_WRITE = 500_000

/** A repeated cell may contain a character with thousands of combining marks. */
const lengthBeforeCursor = ({ buffer: { active } }: Terminal): number =>
  active
    .getLine(active.baseY + active.cursorY)
    ?.getCell(Math.max(0, active.cursorX - 1))
    ?.getChars().length ?? 1

const getCount = ([first]: (number | number[])[]): number =>
  typeof first === 'number' && first > 0 ? first : 1

/**
 * Keeps output from freezing the page (T10): ignores repeat counts beyond the buffer, and limits their sum. Also blocks OSC 52,
 * which writes the clipboard (T11). Titles and the bell have no listeners.
 *
 * @returns `reset` restarts the sum; call it before each write
 */
export const limitSequences = (terminal: Terminal): { reset: () => void } => {
  let cellsLeft = MAX_CELLS_PER_WRITE
  const isTooMuch = (count: number, cells: number): boolean => {
    const { cols, rows, options } = terminal
    if (count > Math.max(cols * rows, rows + (options.scrollback ?? 0))) return true
    cellsLeft -= cells
    return cellsLeft < 0
  }
  for (const id of repeatingSequences) {
    terminal.parser.registerCsiHandler(id, params => {
      const count = getCount(params)
      const each = id.final === 'b' ? lengthBeforeCursor(terminal) : terminal.cols
      return isTooMuch(count, count * each)
    })
  }
  terminal.parser.registerOscHandler(52, () => true)
  return {
    reset: () => {
      cellsLeft = MAX_CELLS_PER_WRITE
    },
  }
}
