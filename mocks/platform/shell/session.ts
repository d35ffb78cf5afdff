import type { Db } from '../db'
import { labStateOf } from '../labs'
import type { TerminalRow } from '../rows'
import { keyOf } from '../tables'
import { identityOf } from './build-tree'
import { programNames } from './commands'
import { complete } from './complete'
import { hostOf } from './host'
import { type Key, readKeys } from './keys'
import { drawLine, editLine, type LineState, leaveLine, longestLine, redraw } from './line-editor'
import { outputOf } from './run'
import { inColumns, widthOf } from './screen'
import type { Shell } from './shell'

/** A terminal as its transport sees it. Every text is what the host prints, with CRLF and escape sequences. */
export interface TerminalSession {
  /** Characters from the person; answers what the host prints. */
  input(characters: string): string
  /** Tells the host the size of the screen, in characters. */
  resize(columns: number, rows: number): void
  /** What the host says to a new connection; a resumed one gets the prompt and the line being typed again. */
  greet(isResumed: boolean): string
}

/** How many lines the arrow keys and `history` remember. */
const longestHistory = 200

/** The terminal with this id; null when there is none or when its lab does not run any more. */
export function openTerminalSession(db: Db, sessionId: string): TerminalSession | null {
  if (!runningTerminal(db, sessionId)) return null
  const within = (change: (row: TerminalRow, shell: Shell) => { row: TerminalRow; printed: string }) => {
    const row = runningTerminal(db, sessionId)
    if (!row) return ''
    const { row: after, printed } = change(row, shellOf(db, row))
    if (after !== row) db.tables.terminals.put(sessionId, after)
    return printed
  }
  return {
    input: characters =>
      within((row, shell) => {
        const { keys, pending } = readKeys(row.pending, characters)
        let after: TerminalRow = { ...row, pending }
        let printed = ''
        for (const key of keys) {
          const pressed = press(db, shell, after, key)
          after = pressed.row
          printed += pressed.printed
        }
        return { row: after, printed }
      }),
    resize: (columns, rows) => {
      if (!(columns >= 1 && rows >= 1)) return
      within(row => ({ row: { ...row, columns: Math.floor(columns), rows: Math.floor(rows) }, printed: '' }))
    },
    greet: isResumed =>
      within((row, shell) => {
        const screen = drawLine(row, viewOf(shell, row))
        return { row, printed: isResumed ? `\r${screen}` : welcome(shell) + screen }
      }),
  }
}

function runningTerminal(db: Db, sessionId: string): TerminalRow | undefined {
  const row = db.tables.terminals.get(sessionId)
  if (!row) return undefined
  const lab = db.tables.labs.get(keyOf.lab(row.user_id, row.task_id))
  const isSameStart = lab?.started_at === row.lab_started_at
  return isSameStart && labStateOf(db, lab) === 'ready' ? row : undefined
}

function shellOf(db: Db, row: TerminalRow): Shell {
  const host = hostOf(db, row, programNames)
  const who = identityOf(host.seed)
  return {
    host,
    who,
    cwd: row.cwd || who.home,
    previousCwd: row.previous_cwd || who.home,
    exitStatus: row.exit_status,
    environment: {
      SHELL: '/bin/bash',
      USER: who.name,
      HOME: who.home,
      PWD: row.cwd || who.home,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      ...Object.fromEntries(
        Object.entries(host.seed.environment ?? {}).map(([name, value]) => [name, host.fill(value)]),
      ),
    },
    history: row.history,
    columns: row.columns,
    depth: 0,
    isLeaving: false,
    isHistoryCleared: false,
  }
}

/** What a tty does to line feeds on their way to the screen. */
const forScreen = (text: string) => text.replaceAll('\n', '\r\n')

const welcome = ({ host }: Shell) => forScreen(`${host.fill(host.seed.welcome)}\n`)

function viewOf({ host, who }: Shell, { cwd, columns }: TerminalRow) {
  const at = cwd || who.home
  const place = `${at}/`.startsWith(`${who.home}/`) ? `~${at.slice(who.home.length)}` : at
  const sign = who.name === 'root' ? '#' : '$'
  const name = `${who.name}@${host.seed.host}`
  return { prompt: `\x1b[1;32m${name}\x1b[0m:\x1b[1;34m${place}\x1b[0m${sign} `, columns }
}

interface Pressed {
  row: TerminalRow
  printed: string
}

const emptyLine = { line: '', cursor: 0, steps_back: 0, draft: '' } satisfies Partial<LineState>

function press(db: Db, shell: Shell, row: TerminalRow, key: Key): Pressed {
  const view = viewOf(shell, row)
  const name = 'name' in key ? key.name : undefined
  if (name === 'enter') return runTyped(db, row, leaveLine(row, view))
  if (name === 'interrupt') {
    const after = { ...row, ...emptyLine, exit_status: 130 }
    return { row: after, printed: `${leaveLine(row, view).slice(0, -2)}^C\r\n${drawLine(after, view)}` }
  }
  if (name === 'clear-screen') return { row, printed: `\x1b[H\x1b[2J${drawLine(row, view)}` }
  if (name === 'complete') return completeTyped(shell, row)
  if (name === 'end-of-input') {
    if (row.line === '') return startOver(db, row, 'logout\r\n')
    return press(db, shell, row, { name: 'delete' })
  }
  const { state, echo } = editLine(row, key, view)
  return { row: { ...row, ...state }, printed: echo }
}

function runTyped(db: Db, row: TerminalRow, left: string): Pressed {
  const line = row.line.trim()
  const isNew = line !== '' && line !== row.history.at(-1) && !row.line.startsWith(' ')
  const history = isNew ? [...row.history, line].slice(-longestHistory) : row.history
  const shell = shellOf(db, { ...row, history })
  const output = line === '' ? '' : forScreen(outputOf(shell, line, true))
  const after: TerminalRow = {
    ...row,
    ...emptyLine,
    cwd: shell.cwd,
    previous_cwd: shell.previousCwd,
    history: shell.isHistoryCleared ? [] : history,
    exit_status: shell.exitStatus,
  }
  if (shell.isLeaving) return startOver(db, after, left + output)
  // The prompt begins at the start of a row even when a file ends without a line feed.
  const gap = output === '' || output.endsWith('\n') || output.endsWith('J') ? '' : '\r\n'
  return { row: after, printed: left + output + gap + drawLine(after, viewOf(shell, after)) }
}

function startOver(db: Db, row: TerminalRow, printed: string): Pressed {
  const after = { ...row, ...emptyLine, cwd: '', previous_cwd: '', exit_status: 0 }
  const shell = shellOf(db, after)
  return { row: after, printed: printed + welcome(shell) + drawLine(after, viewOf(shell, after)) }
}

function completeTyped(shell: Shell, row: TerminalRow): Pressed {
  const view = viewOf(shell, row)
  const characters = [...row.line]
  const { addition, choices } = complete(shell, characters.slice(0, row.cursor).join(''))
  if (choices.length > 0) {
    const list = inColumns(
      choices.map(text => ({ text, width: widthOf(text) })),
      row.columns,
    )
    return { row, printed: leaveLine(row, view) + forScreen(list) + drawLine(row, view) }
  }
  if (addition === '' || row.line.length + addition.length > longestLine) return { row, printed: '' }
  const after: TerminalRow = {
    ...row,
    line: characters.slice(0, row.cursor).join('') + addition + characters.slice(row.cursor).join(''),
    cursor: row.cursor + [...addition].length,
  }
  return { row: after, printed: redraw(row, after, view) }
}
