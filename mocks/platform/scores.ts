import type { TaskSeed } from './data/types'
import type { Db } from './db'
import type { UserRow } from './rows'

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
export function scoresOf(db: Db, userId: number, groupId: number): Map<number, TaskScore> {
  const found = new Map<number, { flags: Set<number>; at: number }>()
  for (const row of db.tables.solves.filter(row => row.user_id === userId && row.group_id === groupId)) {
    const entry = found.get(row.task_id) ?? { flags: new Set<number>(), at: 0 }
    entry.flags.add(row.flag_id)
    entry.at = Math.max(entry.at, row.at)
    found.set(row.task_id, entry)
  }
  const scores = new Map<number, TaskScore>()
  for (const [taskId, { flags, at }] of found) {
    const task = db.content.tasks.get(taskId)?.task
    if (!task) continue
    const solved = flags.size >= task.flags.length
    scores.set(taskId, {
      task_id: taskId,
      solved,
      flags_solved: flags.size,
      points_earned: pointsFor(db, userId, task, flags.size),
      last_at: at,
      flags,
    })
  }
  return scores
}

/** An equal share for each flag, less what the taken hints cost, never below zero. */
function pointsFor(db: Db, userId: number, task: TaskSeed, flagsSolved: number): number {
  if (flagsSolved === 0) return 0
  const share = Math.floor((task.points * flagsSolved) / task.flags.length)
  return Math.max(0, share - hintCosts(db, userId, task.id))
}

function hintCosts(db: Db, userId: number, taskId: number): number {
  let costs = 0
  for (const hint of db.tables.hints.filter(row => row.user_id === userId && row.task_id === taskId)) {
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
export function scoreOf(db: Db, user: UserRow, groupId: number, taskId: number): TaskScore {
  return scoresOf(db, user.id, groupId).get(taskId) ?? emptyScore(taskId)
}
