import type { ShellSeed } from '../data/shell-types'
import { shellSeeds, spareShell } from '../data/shells'
import { type Db, memoised } from '../db'
import { flagText } from '../flags'
import type { TerminalRow } from '../rows'
import { encodeBase64 } from './base64'
import { buildTree } from './build-tree'
import type { Directory } from './tree'

/** The host that a terminal stands on, for one person in one start of the lab. */
export interface Host {
  seed: ShellSeed
  root: Directory
  /** A text of the content with the person's flags in their places. */
  fill(text: string): string
  /** Virtual milliseconds since the epoch: now, and when the lab was started. */
  now: number
  startedAt: number
}

export function hostOf(db: Db, row: TerminalRow, programs: readonly string[]): Host {
  const seed = shellSeeds.get(row.task_id) ?? spareShell
  const fill = (text: string) => fillIn(text, id => flagOf(db, row, id))
  return {
    seed,
    root: memoised(db, `shell:${row.task_id}`, '', () => buildTree(seed, db.startedAt, programs)),
    fill,
    now: db.now(),
    startedAt: row.lab_started_at,
  }
}

function flagOf(db: Db, row: TerminalRow, flagId: number): string {
  const placed = db.content.tasks.get(row.task_id)
  const flag = placed?.task.flags.find(one => one.id === flagId)
  const text = placed && flag && flagText(db, row.user_id, placed.group.id, flag)
  if (!text) throw new Error(`The file system of the task ${row.task_id} names the flag ${flagId}.`)
  return text
}

/** A text with `{{flag:<id>}}` filled in and every `[[base64:…]]` encoded. */
function fillIn(text: string, flagOfId: (id: number) => string): string {
  return text
    .replaceAll(/\{\{flag:(\d+)\}\}/g, (_, id: string) => flagOfId(Number(id)))
    .replaceAll(/\[\[base64:([\s\S]*?)\]\]/g, (_, plain: string) => encodeBase64(plain))
}
