import type { ShellSeed } from '../data/shell-types'
import { shellSeeds, spareShell } from '../data/shells'
import { type Db, memoize } from '../db'
import { getFlag } from '../flags'
import type { TerminalRow } from '../rows'
import { encodeBase64 } from './base64'
import { buildTree } from './build-tree'
import type { Directory } from './tree'

/** The host of a terminal, for one user in one start of the lab. */
export interface Host {
  seed: ShellSeed
  root: Directory
  /** Fills the user's flags into a text of the content. */
  fill(text: string): string
  /** Virtual milliseconds since the epoch: now, and when the lab was started. */
  now: number
  startedAt: number
}

export function createHost(db: Db, row: TerminalRow, programs: readonly string[]): Host {
  const seed = shellSeeds.get(row.task_id) ?? spareShell
  const fill = (text: string) => fillPlaceholders(text, id => requireFlag(db, row, id))
  return {
    seed,
    root: memoize(db, `shell:${row.task_id}`, '', () => buildTree(seed, db.startedAt, programs)),
    fill,
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
