import type { TaskSeed } from './data/types'
import type { Db } from './db'
import type { UserRow } from './rows'

/** One user's result in one task. */
export interface TaskScore {
  task_id: number
  solved: boolean
  flags_solved: number
  points_earned: number
  /** Virtual milliseconds of the last solve; 0 without any. */
  last_at: number
  /** Ids of the solved flags. */
  flags: ReadonlySet<number>
}

/** A user's scores in a group by task id; tasks without a solved flag are absent. */
export function getScores(db: Db, userId: number, groupId: number): Map<number, TaskScore> {
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
      points_earned: getPoints(db, userId, task, flags.size),
      last_at: at,
      flags,
    })
  }
  return scores
}

/** Points are split equally between flags, minus the cost of hints, never below zero. */
function getPoints(db: Db, userId: number, task: TaskSeed, flagsSolved: number): number {
  if (flagsSolved === 0) return 0
  const share = Math.floor((task.points * flagsSolved) / task.flags.length)
  return Math.max(0, share - getHintCosts(db, userId, task.id))
}

function getHintCosts(db: Db, userId: number, taskId: number): number {
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

/** All zeros when nothing is solved. */
export function getScore(db: Db, user: UserRow, groupId: number, taskId: number): TaskScore {
  return getScores(db, user.id, groupId).get(taskId) ?? emptyScore(taskId)
}
