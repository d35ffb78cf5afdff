import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { ShellSeed } from './seed'
import { createTree, newTerminal, startSession, type TerminalSession, type TerminalState } from './session'

/** A Monday, 09:00 UTC. */
const now = Date.UTC(2026, 9, 5, 9)

/** A running host of a `.shell.yaml` file of the mock content. Its flags are called by their ids. */
export function openTerminal(file = 'group-1/look-around') {
  const text = readFileSync(new URL(`../content/${file}.shell.yaml`, import.meta.url), 'utf8')
  const seed: ShellSeed = parse(text)
  const root = createTree(seed, now)
  const fill = (content: string) => content.replaceAll(/\{\{flag:(\d+)\}\}/g, 'flag{$1}')
  const host = { seed, root, fill, now, startedAt: now - 120_000 }
  let state: TerminalState = newTerminal
  let isRunning = true
  const open = () =>
    startSession({
      read: () => (isRunning ? { state, host } : null),
      write: changed => {
        state = changed
      },
    })
  const session = open()
  return {
    session,
    /** A second connection to the same terminal. */
    open,
    getState: () => state,
    stop: () => {
      isRunning = false
    },
    /** Runs lines and returns the output without prompts, echoes and colors. */
    run: (...lines: string[]) => lines.map(line => runLine(session, line)).join(''),
  }
}

/** The output of one line, with LF line ends. */
export function runLine(session: TerminalSession, line: string): string {
  const typed = session.input(line)
  const printed = session.input('\r')
  const all = (typed + printed)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours and cursor moves are escape sequences.
    .replaceAll(/\x1b\[[\d;?]*[A-Za-z]/g, '')
    .replaceAll(' \r', '')
    .replaceAll('\r\n', '\n')
  const body = all.slice(all.indexOf('\n') + 1)
  return body.slice(0, Math.max(0, body.lastIndexOf('\n') + 1))
}

/** A minimal terminal emulator; wraps lazily, as real terminals do. */
export class TestScreen {
  rows: string[][] = [[]]
  row = 0
  column = 0
  readonly columns: number
  #isWrapPending = false

  constructor(columns: number) {
    this.columns = columns
  }

  write(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: sequences of a terminal begin with ESC.
    for (const [part, digits, final] of text.matchAll(/\x1b\[([\d;]*)([A-Za-z])|[\s\S]/g)) {
      if (final) this.#sequence(final, Number(digits?.split(';')[0] || 1))
      else if (part === '\r') this.#to(this.row, 0)
      else if (part === '\n') this.#to(this.row + 1, this.column)
      else this.#put(part)
    }
  }

  /** The content, without trailing spaces. */
  text(): string {
    return this.rows
      .map(row =>
        row
          .map(cell => cell ?? ' ')
          .join('')
          .trimEnd(),
      )
      .join('\n')
      .trimEnd()
  }

  #to(row: number, column: number): void {
    this.row = Math.max(0, row)
    this.column = Math.min(Math.max(0, column), this.columns - 1)
    this.#isWrapPending = false
    while (this.rows.length <= this.row) this.rows.push([])
  }

  #put(character: string): void {
    if (this.#isWrapPending) this.#to(this.row + 1, 0)
    const cells = this.rows[this.row] ?? []
    while (cells.length < this.column) cells.push(' ')
    cells[this.column] = character
    if (this.column === this.columns - 1) this.#isWrapPending = true
    else this.column++
  }

  #sequence(final: string, count: number): void {
    if (final === 'A') this.#to(this.row - count, this.column)
    else if (final === 'B') this.#to(this.row + count, this.column)
    else if (final === 'C') this.#to(this.row, this.column + count)
    else if (final === 'H') this.#to(0, 0)
    else if (final === 'J') {
      const from = count === 2 || count === 3 ? 0 : this.row
      for (let row = from; row < this.rows.length; row++) {
        const cells = this.rows[row]
        if (cells)
          cells.length = row === this.row && from === this.row ? Math.min(cells.length, this.column) : 0
      }
    } else if (final !== 'm') throw new Error(`The console printed the sequence ${final}.`)
  }
}
