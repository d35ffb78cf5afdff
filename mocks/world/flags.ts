import type { FlagSeed } from './data/types'
import { digest } from './digest'
import type { World } from './world'

/** The text of one flag for one person: nobody can use another's. */
export function flagText(world: World, userId: number, groupId: number, flag: FlagSeed): string {
  return `${flag.prefix}{${flag.stem}_${digest(8, world.seed, 'flag', userId, groupId, flag.id)}}`
}

/** All right flags of a task for one person. Throws an Error when the group has no such task. */
export function flagTexts(world: World, userId: number, groupId: number, taskId: number): string[] {
  const placed = world.content.tasks.get(taskId)
  if (placed?.group.id !== groupId) throw new Error(`There is no task ${taskId} in the group ${groupId}.`)
  return placed.task.flags.map(flag => flagText(world, userId, groupId, flag))
}
