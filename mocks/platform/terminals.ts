import { encodeBase64, type Host } from '../shell/host'
import { createTree, newTerminal, startSession, type TerminalSession } from '../shell/session'
import type { TaskEntry } from './content'
import { shellSeeds, spareShell } from './data/shells'
import { type Db, memoize } from './db'
import { digest } from './digest'
import { getFlag } from './flags'
import { getLabState } from './labs'
import type { LabRow, TerminalRow, UserRow } from './rows'
import { tableKeys } from './tables'

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
    ...newTerminal,
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

/** Null if there is no such terminal or its lab does not run any more. */
export function openTerminalSession(db: Db, sessionId: string): TerminalSession | null {
  const read = () => {
    const row = getRunningTerminal(db, sessionId)
    return row ? { state: row, host: createHost(db, row) } : null
  }
  if (!read()) return null
  return startSession<TerminalRow>({ read, write: row => db.tables.terminals.put(sessionId, row) })
}

function getRunningTerminal(db: Db, sessionId: string): TerminalRow | undefined {
  const row = db.tables.terminals.get(sessionId)
  if (!row) return undefined
  const lab = db.tables.labs.get(tableKeys.lab(row.user_id, row.task_id))
  const isSameStart = lab?.started_at === row.lab_started_at
  return isSameStart && getLabState(db, lab) === 'ready' ? row : undefined
}

function createHost(db: Db, row: TerminalRow): Host {
  const seed = shellSeeds.get(row.task_id) ?? spareShell
  return {
    seed,
    root: memoize(db, `shell:${row.task_id}`, '', () => createTree(seed, db.startedAt)),
    fill: text => fillPlaceholders(text, id => requireFlag(db, row, id)),
    now: db.now(),
    startedAt: row.lab_started_at,
  }
}

function requireFlag(db: Db, row: TerminalRow, flagId: number): string {
  const entry = db.content.tasks.get(row.task_id)
  const flag = entry?.task.flags.find(one => one.id === flagId)
  const text = entry && flag && getFlag(db, row.user_id, entry.group.id, flag)
  if (!text) throw new Error(`The file system of the task ${row.task_id} names the flag ${flagId}.`)
  return text
}

/** Replaces `{{flag:<id>}}` and encodes `[[base64:…]]`. */
function fillPlaceholders(text: string, flagOfId: (id: number) => string): string {
  return text
    .replaceAll(/\{\{flag:(\d+)\}\}/g, (_, id: string) => flagOfId(Number(id)))
    .replaceAll(/\[\[base64:([\s\S]*?)\]\]/g, (_, plain: string) => encodeBase64(plain))
}
