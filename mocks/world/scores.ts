import type { TaskSeed } from './data/types'
import type { UserRow } from './rows'
import type { World } from './world'

/** What one person has done with one task. */
export interface TaskScore {
  task_id: number
  solved: boolean
  flags_solved: number
  points_earned: number
  /** Virtual milliseconds of the last found flag; 0 without any. */
  last_at: number
  /** Ids of the found flags. */
  flags: ReadonlySet<number>
}

/** Scores of a person in a group by task id; tasks without any found flag are absent. */
export function scoresOf(world: World, userId: number, groupId: number): Map<number, TaskScore> {
  const found = new Map<number, { flags: Set<number>; at: number }>()
  for (const row of world.tables.solves.filter(row => row.user_id === userId && row.group_id === groupId)) {
    const entry = found.get(row.task_id) ?? { flags: new Set<number>(), at: 0 }
    entry.flags.add(row.flag_id)
    entry.at = Math.max(entry.at, row.at)
    found.set(row.task_id, entry)
  }
  const scores = new Map<number, TaskScore>()
  for (const [taskId, { flags, at }] of found) {
    const task = world.content.tasks.get(taskId)?.task
    if (!task) continue
    const solved = flags.size >= task.flags.length
    scores.set(taskId, {
      task_id: taskId,
      solved,
      flags_solved: flags.size,
      points_earned: pointsFor(world, userId, task, flags.size),
      last_at: at,
      flags,
    })
  }
  return scores
}

/** An equal share for each flag, less what the taken hints cost, never below zero. */
function pointsFor(world: World, userId: number, task: TaskSeed, flagsSolved: number): number {
  if (flagsSolved === 0) return 0
  const share = Math.floor((task.points * flagsSolved) / task.flags.length)
  return Math.max(0, share - hintCosts(world, userId, task.id))
}

function hintCosts(world: World, userId: number, taskId: number): number {
  let costs = 0
  for (const hint of world.tables.hints.filter(row => row.user_id === userId && row.task_id === taskId)) {
    costs += hint.cost
  }
  return costs
}

export const emptyScore = (taskId: number): TaskScore => ({
  task_id: taskId,
  solved: false,
  flags_solved: 0,
  points_earned: 0,
  last_at: 0,
  flags: new Set(),
})

/** The score of one task, all zeros when nothing was found yet. */
export function scoreOf(world: World, user: UserRow, groupId: number, taskId: number): TaskScore {
  return scoresOf(world, user.id, groupId).get(taskId) ?? emptyScore(taskId)
}
