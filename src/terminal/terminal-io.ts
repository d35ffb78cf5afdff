import { FitAddon } from '@xterm/addon-fit'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { type ITheme, Terminal } from '@xterm/xterm'
import type { FromTerminal } from '../lib/terminal-channel'
import { createMarkLimit } from './limit-marks'

const SCROLLBACK_LINES = 5000

const colourNames = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const

/** xterm needs colour values; they are defined in tokens.css. */
export const readColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim()

const readTheme = (): ITheme => {
  const colour = (name: string) => readColour(`term${name}`)
  const background = colour('')
  const foreground = colour('-text')
  const grey = colour('-bright-black')
  const theme: ITheme = {
    background,
    foreground,
    cursor: foreground,
    cursorAccent: background,
    selectionBackground: grey,
    selectionForeground: background,
    black: background,
    brightBlack: grey,
    white: foreground,
    brightWhite: foreground,
  }
  for (const name of colourNames) {
    theme[name] = colour(`-${name}`)
    theme[`bright${name[0]?.toUpperCase()}${name.slice(1)}` as keyof ITheme & `bright${string}`] = theme[name]
  }
  return theme
}

/** A terminal that opens no links itself: `onLink` gets those of OSC 8 and those found in the text. */
export const createTerminal = (onLink: (address: string) => void) => {
  const terminal = new Terminal({
    theme: readTheme(),
    scrollback: SCROLLBACK_LINES,
    // The web font is set when it is loaded: xterm measures characters only once.
    fontFamily: 'monospace',
    minimumContrastRatio: 4.5,
    cursorBlink: false,
    disableStdin: true,
    // For the marks of a search.
    allowProposedApi: true,
    logLevel: 'off',
    // Without braces: a double click selects a whole flag.
    wordSeparator: ' ()[]\'",`',
    linkHandler: { activate: (_, address) => onLink(address) },
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.loadAddon(new WebLinksAddon((_, address) => onLink(address)))
  return { terminal, fit }
}

/** Control sequences with a repeat count as first parameter, which xterm does not limit. */
const repeatingSequences = [
  ...Array.from('bLMSTIZ@PX', final => ({ final })),
  { intermediates: ' ', final: '@' },
  { intermediates: ' ', final: 'A' },
  { intermediates: "'", final: '}' },
  { intermediates: "'", final: '~' },
]

/** A few screens; takes a few milliseconds. */
const MAX_CELLS_PER_WRITE = 500_000

/** A repeated cell may contain a character with its combining marks. */
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
const limitSequences = (terminal: Terminal): { reset: () => void } => {
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

/** Pasted text could contain the end marker of a bracketed paste, and have the rest run as commands. */
const bracketedPasteMarkers = /\p{Cc}?\[20[01]~/gu
const controls = /(?![\t\n])\p{Cc}/gu
/** They can make a line look different from what it is. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g

/** Removes control characters except tab and line feed (T14). */
export const cleanPaste = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(bracketedPasteMarkers, '')
    .replace(controls, '')
    .replace(bidiControls, '')

/** In UTF-8. More takes a shell minutes to echo; files have other ways. */
const MAX_PASTED_BYTES = 1_000_000

export const isTooLargeToPaste = (text: string): boolean =>
  text.length > MAX_PASTED_BYTES || new TextEncoder().encode(text).length > MAX_PASTED_BYTES

/** A line feed runs the line, so the user must confirm. */
export const needsConfirmation = (cleaned: string): boolean => cleaned.includes('\n')

/**
 * Input and output of a terminal. Input, including xterm's replies to queries in the output, is sent only to the connection
 * whose output is being parsed; replies to an earlier connection are dropped (T12).
 */
export const createTerminalIo = (
  terminal: Terminal,
  post: (message: FromTerminal) => void,
  modify = (text: string) => text,
) => {
  const limits = limitSequences(terminal)
  const limitMarks = createMarkLimit()
  let current: number | null = null
  /** The connections of pending writes, oldest first. */
  const pendingWrites: number[] = []
  let input = ''

  // Thousands of replies are sent as one message.
  const flush = () => {
    if (input !== '' && current !== null) post({ type: 'input', link: current, text: input })
    input = ''
  }
  terminal.onData(text => {
    if (current === null || (pendingWrites[0] ?? current) !== current) return
    if (input === '') queueMicrotask(flush)
    input += modify(text)
  })

  return {
    setLink(link: number | null): void {
      current = link
      input = ''
      terminal.options.disableStdin = link === null
      // CAN ends a sequence that the last connection may have left incomplete.
      if (link !== null) terminal.write(limitMarks('\x18'))
    },
    write(link: number, text: string): void {
      if (pendingWrites.length === 0) limits.reset()
      pendingWrites.push(link)
      terminal.write(limitMarks(text), () => {
        pendingWrites.shift()
        limits.reset()
        post({ type: 'shown' })
      })
    },
  }
}
