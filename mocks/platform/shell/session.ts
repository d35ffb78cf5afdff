import type { TaskEntry } from '../content'
import type { Db } from '../db'
import { digest } from '../digest'
import { getLabState } from '../labs'
import type { LabRow, TerminalRow, UserRow } from '../rows'
import { tableKeys } from '../tables'
import { commands, programNames } from './commands'
import { createHost, getIdentity } from './host'
import { type Key, readKeys } from './keys'
import { drawLine, editLine, type LineState, leaveLine, MAX_LINE_LENGTH, redraw } from './line-editor'
import { runAndCapture } from './run'
import { getWidth, inColumns } from './screen'
import type { Shell } from './shell'
import { getChildren, hasPermission, lookupNode, resolvePath } from './tree'

/** A terminal session. All output has CRLF line ends and escape sequences. */
export interface TerminalSession {
  /** Handles typed characters; returns the output. */
  input(characters: string): string
  /** Sets the size of the screen in characters. */
  resize(columns: number, rows: number): void
  /** The first output of a connection: a resumed one gets the prompt and the edited line. */
  getGreeting(isResumed: boolean): string
}

const MAX_HISTORY = 200

/** Null if there is no such terminal or its lab does not run any more. */
export function openTerminalSession(db: Db, sessionId: string): TerminalSession | null {
  if (!runningTerminal(db, sessionId)) return null
  const withSession = (change: (row: TerminalRow, shell: Shell) => { row: TerminalRow; printed: string }) => {
    const row = runningTerminal(db, sessionId)
    if (!row) return ''
    const { row: after, printed } = change(row, createShell(db, row))
    if (after !== row) db.tables.terminals.put(sessionId, after)
    return printed
  }
  return {
    input: characters =>
      withSession((row, shell) => {
        const { keys, pending } = readKeys(row.pending, characters)
        let after: TerminalRow = { ...row, pending }
        let printed = ''
        for (const key of keys) {
          const result = handleKey(db, shell, after, key)
          after = result.row
          printed += result.printed
        }
        return { row: after, printed }
      }),
    resize: (columns, rows) => {
      if (!(columns >= 1 && rows >= 1)) return
      withSession(row => ({
        row: { ...row, columns: Math.floor(columns), rows: Math.floor(rows) },
        printed: '',
      }))
    },
    getGreeting: isResumed =>
      withSession((row, shell) => {
        const screen = drawLine(row, createView(shell, row))
        return { row, printed: isResumed ? `\r${screen}` : getWelcome(shell) + screen }
      }),
  }
}

function runningTerminal(db: Db, sessionId: string): TerminalRow | undefined {
  const row = db.tables.terminals.get(sessionId)
  if (!row) return undefined
  const lab = db.tables.labs.get(tableKeys.lab(row.user_id, row.task_id))
  const isSameStart = lab?.started_at === row.lab_started_at
  return isSameStart && getLabState(db, lab) === 'ready' ? row : undefined
}

function createShell(db: Db, row: TerminalRow): Shell {
  const host = createHost(db, row, programNames)
  const identity = getIdentity(host.seed)
  return {
    host,
    identity,
    cwd: row.cwd || identity.home,
    previousCwd: row.previous_cwd || identity.home,
    exitStatus: row.exit_status,
    environment: {
      SHELL: '/bin/bash',
      USER: identity.name,
      HOME: identity.home,
      PWD: row.cwd || identity.home,
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

const forScreen = (text: string) => text.replaceAll('\n', '\r\n')

const getWelcome = ({ host }: Shell) => forScreen(`${host.fill(host.seed.welcome)}\n`)

function createView({ host, identity }: Shell, { cwd, columns }: TerminalRow) {
  const at = cwd || identity.home
  const path = `${at}/`.startsWith(`${identity.home}/`) ? `~${at.slice(identity.home.length)}` : at
  const sign = identity.name === 'root' ? '#' : '$'
  const name = `${identity.name}@${host.seed.host}`
  return { prompt: `\x1b[1;32m${name}\x1b[0m:\x1b[1;34m${path}\x1b[0m${sign} `, columns }
}

interface KeyResult {
  row: TerminalRow
  printed: string
}

const emptyLine = { line: '', cursor: 0, steps_back: 0, draft: '' } satisfies Partial<LineState>

function handleKey(db: Db, shell: Shell, row: TerminalRow, key: Key): KeyResult {
  const view = createView(shell, row)
  const name = 'name' in key ? key.name : undefined
  if (name === 'enter') return runLine(db, row, leaveLine(row, view))
  if (name === 'interrupt') {
    const after = { ...row, ...emptyLine, exit_status: 130 }
    return { row: after, printed: `${leaveLine(row, view).slice(0, -2)}^C\r\n${drawLine(after, view)}` }
  }
  if (name === 'clear-screen') return { row, printed: `\x1b[H\x1b[2J${drawLine(row, view)}` }
  if (name === 'complete') return completeLine(shell, row)
  if (name === 'end-of-input') {
    if (row.line === '') return restart(db, row, 'logout\r\n')
    return handleKey(db, shell, row, { name: 'delete' })
  }
  const { state, echo } = editLine(row, key, view)
  return { row: { ...row, ...state }, printed: echo }
}

function runLine(db: Db, row: TerminalRow, left: string): KeyResult {
  const line = row.line.trim()
  const isNew = line !== '' && line !== row.history.at(-1) && !row.line.startsWith(' ')
  const history = isNew ? [...row.history, line].slice(-MAX_HISTORY) : row.history
  const shell = createShell(db, { ...row, history })
  const output = line === '' ? '' : forScreen(runAndCapture(shell, line, true))
  const after: TerminalRow = {
    ...row,
    ...emptyLine,
    cwd: shell.cwd,
    previous_cwd: shell.previousCwd,
    history: shell.isHistoryCleared ? [] : history,
    exit_status: shell.exitStatus,
  }
  if (shell.isLeaving) return restart(db, after, left + output)
  // The prompt starts on a new row even if a file ends without a line feed.
  const gap = output === '' || output.endsWith('\n') || output.endsWith('J') ? '' : '\r\n'
  return { row: after, printed: left + output + gap + drawLine(after, createView(shell, after)) }
}

function restart(db: Db, row: TerminalRow, printed: string): KeyResult {
  const after = { ...row, ...emptyLine, cwd: '', previous_cwd: '', exit_status: 0 }
  const shell = createShell(db, after)
  return { row: after, printed: printed + getWelcome(shell) + drawLine(after, createView(shell, after)) }
}

function completeLine(shell: Shell, row: TerminalRow): KeyResult {
  const view = createView(shell, row)
  const characters = [...row.line]
  const { addition, choices } = complete(shell, characters.slice(0, row.cursor).join(''))
  if (choices.length > 0) {
    const list = inColumns(
      choices.map(text => ({ text, width: getWidth(text) })),
      row.columns,
    )
    return { row, printed: leaveLine(row, view) + forScreen(list) + drawLine(row, view) }
  }
  if (addition === '' || row.line.length + addition.length > MAX_LINE_LENGTH) return { row, printed: '' }
  const after: TerminalRow = {
    ...row,
    line: characters.slice(0, row.cursor).join('') + addition + characters.slice(row.cursor).join(''),
    cursor: row.cursor + [...addition].length,
  }
  return { row: after, printed: redraw(row, after, view) }
}

interface Completion {
  /** Inserted at the cursor. */
  addition: string
  /** Candidates, if there are several and nothing can be inserted. */
  choices: string[]
}

const none: Completion = { addition: '', choices: [] }

/** Tab completion: a command at the start of the line, otherwise a path. */
function complete(shell: Shell, before: string): Completion {
  const word = /(?:\\.|[^\s|;&<>])*$/.exec(before)?.[0] ?? ''
  const isCommand = /(?:^|[|;&(])\s*(?:sudo\s+)?$/.test(before.slice(0, before.length - word.length))
  const typed = word.replaceAll(/\\(.)/gsu, '$1')
  if (isCommand && !typed.includes('/')) {
    if (typed === '') return none
    return choose([...commands.keys()].filter(name => name.startsWith(typed)).sort(), typed, ' ')
  }
  const slash = typed.lastIndexOf('/') + 1
  const directoryPath = typed.slice(0, slash).replace(/^~(?=\/)/, shell.identity.home)
  const directory = lookupNode(shell.host.root, shell.identity, resolvePath(shell.cwd, directoryPath))
  if (
    typeof directory === 'string' ||
    directory.kind === 'file' ||
    !hasPermission(shell.identity, directory, 4)
  )
    return none
  const start = typed.slice(slash)
  const names = getChildren(directory)
    .filter(({ name }) => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')))
    .map(({ name, kind }) => (kind === 'directory' ? `${name}/` : name))
  return choose(names, start, ' ')
}

function choose(names: readonly string[], typed: string, ending: string): Completion {
  const [first] = names
  if (first === undefined) return none
  if (names.length === 1) {
    return { addition: quoted(first.slice(typed.length)) + (first.endsWith('/') ? '' : ending), choices: [] }
  }
  let shared = first
  for (const name of names) while (!name.startsWith(shared)) shared = shared.slice(0, -1)
  const addition = quoted(shared.slice(typed.length))
  return addition === '' ? { addition, choices: [...names] } : { addition, choices: [] }
}

/** Escapes characters that are special in the shell. */
const quoted = (text: string) => text.replaceAll(/[\s'"\\$&|;<>()*?]/g, '\\$&')

/**
 * The id of the user's terminal in this start of the lab, the same for repeated calls, so that a reopened terminal is
 * resumed. Terminals of earlier starts are deleted.
 */
export function createTerminal(db: Db, user: UserRow, entry: TaskEntry, row: LabRow): string {
  const { terminals } = db.tables
  const task_id = entry.task.id
  const id = digest(24, db.seed, 'terminal', user.id, task_id, row.started_at)
  if (terminals.get(id)) return id
  for (const old of terminals.filter(one => one.user_id === user.id && one.task_id === task_id)) {
    terminals.delete(old.id)
  }
  terminals.put(id, {
    id,
    user_id: user.id,
    task_id,
    lab_started_at: row.started_at,
    cwd: '',
    previous_cwd: '',
    line: '',
    cursor: 0,
    pending: '',
    history: [],
    steps_back: 0,
    draft: '',
    exit_status: 0,
    columns: 80,
    rows: 24,
  })
  return id
}

const terminalPath = '/api/terminal/'

/** The WebSocket URL of a terminal at an origin such as `https://flagship.example`. */
export function getTerminalUrl(origin: string, sessionId: string): string {
  return `${origin.replace(/^http/, 'ws')}${terminalPath}${sessionId}`
}

/** The session id in the path of a terminal; null for any other path. */
export function parseSessionId(path: string): string | null {
  return path.startsWith(terminalPath) ? path.slice(terminalPath.length) : null
}
