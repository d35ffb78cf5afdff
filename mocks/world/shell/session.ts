import { labStateOf } from '../labs'
import type { TerminalRow } from '../rows'
import { keyOf } from '../tables'
import type { World } from '../world'

/** A terminal as its transport sees it. Every text is what the host prints, with CRLF and escape sequences. */
export interface TerminalSession {
  /** Characters from the person; answers what the host prints. */
  input(characters: string): string
  /** Tells the host the size of the screen, in characters. */
  resize(columns: number, rows: number): void
  /** What the host says to a new connection; a resumed one gets the prompt and the line being typed again. */
  greet(isResumed: boolean): string
}

/** The terminal with this id; null when there is none or when its lab does not run any more. */
export function openTerminalSession(world: World, sessionId: string): TerminalSession | null {
  if (!runningTerminal(world, sessionId)) return null
  return {
    input: characters => {
      const row = runningTerminal(world, sessionId)
      return row ? characters.replaceAll('\r', '\r\n$ ') : ''
    },
    resize: (columns, rows) => {
      if (runningTerminal(world, sessionId)) world.tables.terminals.patch(sessionId, { columns, rows })
    },
    greet: isResumed => (isResumed ? '\r$ ' : 'Welcome.\r\n$ '),
  }
}

function runningTerminal(world: World, sessionId: string): TerminalRow | undefined {
  const row = world.tables.terminals.get(sessionId)
  if (!row) return undefined
  const lab = world.tables.labs.get(keyOf.lab(row.user_id, row.task_id))
  const isSameStart = lab?.started_at === row.lab_started_at
  return isSameStart && labStateOf(world, lab) === 'ready' ? row : undefined
}
