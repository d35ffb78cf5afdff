import type { FlagSeed } from './data/types'
import type { Db } from './db'
import { digest } from './digest'
import { keyOf } from './tables'

/**
 * The text of one flag for one person: nobody can use another's, but for one in a file. One that stands inside of a lab is another one
 * after each start, stays right when the lab has ended, and is undefined before the first start.
 */
export function flagText(db: Db, userId: number, groupId: number, flag: FlagSeed): string | undefined {
  if (flag.isInFile) return `${flag.prefix}{${flag.stem}}`
  const parts = [db.seed, 'flag', userId, groupId, flag.id]
  if (flag.isInLab) {
    const lab = db.tables.labs.get(keyOf.lab(userId, Math.floor(flag.id / 10)))
    if (!lab) return undefined
    parts.push(lab.started_at)
  }
  return `${flag.prefix}{${flag.stem}_${digest(8, ...parts)}}`
}

/** All flags of a task that are right for one person now. Throws an Error when the group has no such task. */
export function flagTexts(db: Db, userId: number, groupId: number, taskId: number): string[] {
  const placed = db.content.tasks.get(taskId)
  if (placed?.group.id !== groupId) throw new Error(`There is no task ${taskId} in the group ${groupId}.`)
  return placed.task.flags.flatMap(flag => flagText(db, userId, groupId, flag) ?? [])
}
