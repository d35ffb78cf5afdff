import type { FlagSeed } from './data/types'
import type { Db } from './db'
import { digest } from './digest'
import { keyOf } from './tables'

/**
 * A user's flag; only flags in files are the same for all users. A flag inside of a lab changes with each start, stays
 * valid after the lab has ended, and is undefined before the first start.
 */
export function getFlag(db: Db, userId: number, groupId: number, flag: FlagSeed): string | undefined {
  if (flag.isInFile) return `${flag.prefix}{${flag.stem}}`
  const parts = [db.seed, 'flag', userId, groupId, flag.id]
  if (flag.isInLab) {
    const lab = db.tables.labs.get(keyOf.lab(userId, Math.floor(flag.id / 10)))
    if (!lab) return undefined
    parts.push(lab.started_at)
  }
  return `${flag.prefix}{${flag.stem}_${digest(8, ...parts)}}`
}

/** The user's correct flags of a task. Throws an Error if the task is not in the group. */
export function getFlags(db: Db, userId: number, groupId: number, taskId: number): string[] {
  const entry = db.content.tasks.get(taskId)
  if (entry?.group.id !== groupId) throw new Error(`There is no task ${taskId} in the group ${groupId}.`)
  return entry.task.flags.flatMap(flag => getFlag(db, userId, groupId, flag) ?? [])
}
