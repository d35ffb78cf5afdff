import { commands, programNames } from './commands'
import { buildTree, getIdentity, type Host } from './host'
import { type Key, readKeys } from './keys'
import { drawLine, editLine, type LineState, leaveLine, MAX_LINE_LENGTH, redraw } from './line-editor'
import { runAndCapture } from './run'
import { getWidth, inColumns } from './screen'
import type { ShellSeed } from './seed'
import type { Shell } from './shell'
import { type Directory, getChildren, hasPermission, lookupNode, resolvePath } from './tree'

/** What a terminal keeps between connections. */
export interface TerminalState extends LineState {
  /** The absolute path of the working directory; empty for the home directory. */
  cwd: string
  previous_cwd: string
  /** An incomplete escape sequence. */
  pending: string
  /** Exit status of the last command, the shell's `$?`. */
  exit_status: number
  columns: number
  rows: number
}

export const newTerminal: TerminalState = {
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
}

/** Where a session keeps its state; what else `State` holds is handed back as it was. */
export interface Terminal<State extends TerminalState> {
  /** Null while the host does not run. */
  read(): { state: State; host: Host } | null
  write(state: State): void
}

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

/** The file tree of a host; its age is counted from `startedAt`, in milliseconds since the epoch. */
export const createTree = (seed: ShellSeed, startedAt: number): Directory =>
  buildTree(seed, startedAt, programNames)

/** Starts a session at a terminal. Without a running host it prints nothing. */
export function startSession<State extends TerminalState>(terminal: Terminal<State>): TerminalSession {
  const withSession = (change: (state: TerminalState, host: Host) => KeyResult) => {
    const found = terminal.read()
    if (!found) return ''
    const { state, printed } = change(found.state, found.host)
    if (state !== found.state) terminal.write({ ...found.state, ...state })
    return printed
  }
  return {
    input: characters =>
      withSession((before, host) => {
        const shell = createShell(host, before)
        const { keys, pending } = readKeys(before.pending, characters)
        let state: TerminalState = { ...before, pending }
        let printed = ''
        for (const key of keys) {
          const result = handleKey(shell, state, key)
          state = result.state
          printed += result.printed
        }
        return { state, printed }
      }),
    resize: (columns, rows) => {
      if (!(columns >= 1 && rows >= 1)) return
      withSession(state => ({
        state: { ...state, columns: Math.floor(columns), rows: Math.floor(rows) },
        printed: '',
      }))
    },
    getGreeting: isResumed =>
      withSession((state, host) => {
        const shell = createShell(host, state)
        const screen = drawLine(state, createView(shell, state))
        return { state, printed: isResumed ? `\r${screen}` : getWelcome(shell) + screen }
      }),
  }
}

function createShell(host: Host, state: TerminalState): Shell {
  const identity = getIdentity(host.seed)
  return {
    host,
    identity,
    cwd: state.cwd || identity.home,
    previousCwd: state.previous_cwd || identity.home,
    exitStatus: state.exit_status,
    environment: {
      SHELL: '/bin/bash',
      USER: identity.name,
      HOME: identity.home,
      PWD: state.cwd || identity.home,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      ...Object.fromEntries(
        Object.entries(host.seed.environment ?? {}).map(([name, value]) => [name, host.fill(value)]),
      ),
    },
    history: state.history,
    columns: state.columns,
    depth: 0,
    isLeaving: false,
    isHistoryCleared: false,
  }
}

const forScreen = (text: string) => text.replaceAll('\n', '\r\n')

const getWelcome = ({ host }: Shell) => forScreen(`${host.fill(host.seed.welcome)}\n`)

function createView({ host, identity }: Shell, { cwd, columns }: TerminalState) {
  const at = cwd || identity.home
  const path = `${at}/`.startsWith(`${identity.home}/`) ? `~${at.slice(identity.home.length)}` : at
  const sign = identity.name === 'root' ? '#' : '$'
  const name = `${identity.name}@${host.seed.host}`
  return { prompt: `\x1b[1;32m${name}\x1b[0m:\x1b[1;34m${path}\x1b[0m${sign} `, columns }
}

interface KeyResult {
  state: TerminalState
  printed: string
}

const emptyLine = { line: '', cursor: 0, steps_back: 0, draft: '' } satisfies Partial<LineState>

function handleKey(shell: Shell, state: TerminalState, key: Key): KeyResult {
  const view = createView(shell, state)
  const name = 'name' in key ? key.name : undefined
  if (name === 'enter') return runLine(shell.host, state, leaveLine(state, view))
  if (name === 'interrupt') {
    const after = { ...state, ...emptyLine, exit_status: 130 }
    return { state: after, printed: `${leaveLine(state, view).slice(0, -2)}^C\r\n${drawLine(after, view)}` }
  }
  if (name === 'clear-screen') return { state, printed: `\x1b[H\x1b[2J${drawLine(state, view)}` }
  if (name === 'complete') return completeLine(shell, state)
  if (name === 'end-of-input') {
    if (state.line === '') return restart(shell.host, state, 'logout\r\n')
    return handleKey(shell, state, { name: 'delete' })
  }
  const { state: edited, echo } = editLine(state, key, view)
  return { state: { ...state, ...edited }, printed: echo }
}

function runLine(host: Host, state: TerminalState, left: string): KeyResult {
  const line = state.line.trim()
  const isNew = line !== '' && line !== state.history.at(-1) && !state.line.startsWith(' ')
  const history = isNew ? [...state.history, line].slice(-MAX_HISTORY) : state.history
  const shell = createShell(host, { ...state, history })
  const output = line === '' ? '' : forScreen(runAndCapture(shell, line, true))
  const after: TerminalState = {
    ...state,
    ...emptyLine,
    cwd: shell.cwd,
    previous_cwd: shell.previousCwd,
    history: shell.isHistoryCleared ? [] : history,
    exit_status: shell.exitStatus,
  }
  if (shell.isLeaving) return restart(host, after, left + output)
  // The prompt starts on a new row even if a file ends without a line feed.
  const gap = output === '' || output.endsWith('\n') || output.endsWith('J') ? '' : '\r\n'
  return { state: after, printed: left + output + gap + drawLine(after, createView(shell, after)) }
}

function restart(host: Host, state: TerminalState, printed: string): KeyResult {
  const after = { ...state, ...emptyLine, cwd: '', previous_cwd: '', exit_status: 0 }
  const shell = createShell(host, after)
  return { state: after, printed: printed + getWelcome(shell) + drawLine(after, createView(shell, after)) }
}

function completeLine(shell: Shell, state: TerminalState): KeyResult {
  const view = createView(shell, state)
  const characters = [...state.line]
  const { addition, choices } = complete(shell, characters.slice(0, state.cursor).join(''))
  if (choices.length > 0) {
    const list = inColumns(
      choices.map(text => ({ text, width: getWidth(text) })),
      state.columns,
    )
    return { state, printed: leaveLine(state, view) + forScreen(list) + drawLine(state, view) }
  }
  if (addition === '' || state.line.length + addition.length > MAX_LINE_LENGTH) return { state, printed: '' }
  const after: TerminalState = {
    ...state,
    line: characters.slice(0, state.cursor).join('') + addition + characters.slice(state.cursor).join(''),
    cursor: state.cursor + [...addition].length,
  }
  return { state: after, printed: redraw(state, after, view) }
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
