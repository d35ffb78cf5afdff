import type { Terminal } from '@xterm/xterm'

/** Control sequences whose first parameter says how often something is done, and xterm does it that often. */
const counted = [
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

/** Cells that the sequences of one piece of output may touch: a few screens, done within some milliseconds. */
const cellsAPiece = 500_000

/** A repeated cell may hold a letter with thousands of marks on it. */
const lengthBeforeCursor = ({ buffer: { active } }: Terminal): number =>
  active
    .getLine(active.baseY + active.cursorY)
    ?.getCell(Math.max(0, active.cursorX - 1))
    ?.getChars().length ?? 1

const firstCount = ([first]: (number | number[])[]): number =>
  typeof first === 'number' && first > 0 ? first : 1

/**
 * Keeps a host's output from freezing the page (case T10: xterm repeats whatever count it is told, for minutes) and from
 * reaching outside of the screen (T11): counts above the screen and its scrollback are refused, and many smaller ones by
 * what they sum up to; the clipboard is out of reach. Links, titles and the bell need a listener, and have none here.
 *
 * @returns `renew`, to be called before each piece of output: the sum begins anew
 */
export const guardSequences = (terminal: Terminal): { renew: () => void } => {
  let left = cellsAPiece
  const isTooMuch = (count: number, cells: number): boolean => {
    const { cols, rows, options } = terminal
    if (count > Math.max(cols * rows, rows + (options.scrollback ?? 0))) return true
    left -= cells
    return left < 0
  }
  for (const id of counted) {
    terminal.parser.registerCsiHandler(id, params => {
      const count = firstCount(params)
      const each = id.final === 'b' ? lengthBeforeCursor(terminal) : terminal.cols
      return isTooMuch(count, count * each)
    })
  }
  terminal.parser.registerOscHandler(52, () => true)
  return {
    renew: () => {
      left = cellsAPiece
    },
  }
}
