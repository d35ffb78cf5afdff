import { type GroupAccess, isTaskVisible } from './access'
import { getRunningAttempt } from './attempts'
import { isoTime } from './clock'
import { type Db, memoize } from './db'
import { findParticipant, getParticipantCount, getParticipants } from './participants'
import type { UserRow } from './rows'
import { getScores } from './scores'

interface Solve {
  task_id: number
  /** Virtual milliseconds. */
  at: number
}

/** How many have solved a task, and when the first of them did. */
interface SolveStats {
  count: number
  firstAt: number
}

type StatsByTask = Map<number, SolveStats>

const addSolves = (stats: StatsByTask, solves: readonly Solve[]): void => {
  for (const { task_id, at } of solves) {
    const before = stats.get(task_id)
    if (before) {
      before.count += 1
      before.firstAt = Math.min(before.firstAt, at)
    } else stats.set(task_id, { count: 1, firstAt: at })
  }
}

/** Tasks that a user who can sign in has solved, with all flags of each. */
const getOwnSolves = (db: Db, userId: number, groupId: number): Solve[] =>
  [...getScores(db, userId, groupId).values()]
    .filter(score => score.solved)
    .map(({ task_id, last_at: at }) => ({ task_id, at }))

const getSeededStats = (db: Db, groupId: number): StatsByTask =>
  memoize(db, `seeded solves:${groupId}`, String(getParticipantCount(db, groupId)), () => {
    const stats: StatsByTask = new Map()
    for (const { solves } of getParticipants(db, groupId)) addSolves(stats, solves)
    return stats
  })

/** Of the members of a group; administrators don't count. */
const getStats = (db: Db, groupId: number): StatsByTask => {
  const { solves, memberships } = db.tables
  const key = [getParticipantCount(db, groupId), solves.revision, memberships.revision].join(':')
  return memoize(db, `solves:${groupId}`, key, () => {
    const stats: StatsByTask = new Map(
      [...getSeededStats(db, groupId)].map(([id, one]) => [id, { ...one }] as const),
    )
    for (const { user_id } of memberships.filter(row => row.group_id === groupId && !row.is_admin))
      addSolves(stats, getOwnSolves(db, user_id, groupId))
    return stats
  })
}

export const countSolvers = (db: Db, groupId: number, taskId: number): number =>
  getStats(db, groupId).get(taskId)?.count ?? 0

/** Tasks whose solves the reader may see: not the hidden ones, and of an exam only while an attempt runs. */
export const getReadableTasks = (
  db: Db,
  user: UserRow,
  { group, membership }: GroupAccess,
): ReadonlySet<number> => {
  const isClosed = group.exam !== undefined && !getRunningAttempt(db, user.id, group)
  const tasks = db.content.tasksByGroup.get(group.id) ?? []
  const readable = tasks.filter(
    ({ id }) => membership.is_admin || (!isClosed && isTaskVisible(db, group.id, id)),
  )
  return new Set(readable.map(({ id }) => id))
}

/** What somebody of the group has solved, of the tasks that the reader may see; earliest first. */
export function viewSolvedTasks(db: Db, groupId: number, userId: number, readable: ReadonlySet<number>) {
  const stats = getStats(db, groupId)
  return (findParticipant(db, userId)?.participant.solves ?? getOwnSolves(db, userId, groupId))
    .filter(({ task_id }) => readable.has(task_id))
    .sort((a, b) => a.at - b.at)
    .map(({ task_id, at }) => ({
      task_id,
      solved_at: isoTime(at),
      ...(stats.get(task_id)?.firstAt === at && { first_solve: true }),
    }))
}
