import type { Category, Group, GroupSummary } from '../../src/api/schema.gen'
import { type GroupAccess, getEndTime, getStartTime, isTaskVisible } from '../platform/access'
import { getRunningAttempt } from '../platform/attempt-status'
import { isoTime } from '../platform/clock'
import type { ExamSeed, GroupSeed } from '../platform/data/types'
import type { Db, UserRow } from '../platform/db'
import { getScores } from '../platform/scores'
import { viewAttempts } from './attempt-view'
import { viewTaskSummary } from './task-view'

function viewDates(db: Db, group: GroupSeed) {
  const start = getStartTime(db, group)
  const end = getEndTime(db, group)
  return {
    ...(start !== undefined && { start_date: isoTime(start) }),
    ...(end !== undefined && { end_date: isoTime(end) }),
  }
}

/** What non-members may see. */
export function viewInviteGroup(db: Db, group: GroupSeed) {
  const { id, name, description } = group
  return { id, name, description, is_exam: group.exam !== undefined, ...viewDates(db, group) }
}

export function viewGroupSummary(
  db: Db,
  user: UserRow,
  { group, membership }: GroupAccess,
): GroupSummary & { id: number } {
  const scores = getScores(db, user.id, group.id)
  const tasks = (db.content.tasksOfGroup.get(group.id) ?? []).filter(
    task => membership.is_admin || isTaskVisible(db, group.id, task.id),
  )
  const isSolved = (id: number) => scores.get(id)?.solved === true
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    ...(group.mnemonicCode && { mnemonic_code: group.mnemonicCode }),
    is_exam: group.exam !== undefined,
    is_admin: membership.is_admin,
    hide_leaderboard: group.hideLeaderboard,
    ...viewDates(db, group),
    tasks_total: tasks.length,
    tasks_solved: tasks.filter(task => isSolved(task.id)).length,
    important_left: tasks.filter(task => task.important && !isSolved(task.id)).length,
    points_total: tasks.reduce((sum, task) => sum + task.points, 0),
    points_earned: tasks.reduce((sum, task) => sum + (scores.get(task.id)?.points_earned ?? 0), 0),
  }
}

/** `origin` is the public origin of the site. */
export function viewGroup(db: Db, user: UserRow, access: GroupAccess, origin: string): Group {
  const { group, membership } = access
  return {
    ...viewGroupSummary(db, user, access),
    categories: viewCategories(db, user, access),
    attempts: group.exam ? viewAttempts(db, { userId: user.id, group, origin }) : [],
    ...(group.exam && { exam: viewExam(group.exam) }),
    ...(membership.is_admin && { invite_code: group.inviteCode }),
  }
}

function viewExam({ hours, price, currency, reportRequired }: ExamSeed) {
  return {
    hours,
    ...(price !== undefined && currency !== undefined && { price, currency }),
    report_required: reportRequired,
  }
}

/** Students see visible tasks, in an exam only while an attempt runs; administrators see all. */
function viewCategories(db: Db, user: UserRow, { group, membership }: GroupAccess): Category[] {
  const isClosed = group.exam !== undefined && !getRunningAttempt(db, user.id, group)
  if (isClosed && !membership.is_admin) return []
  return group.categories
    .map(({ id, name, tasks }) => ({
      id,
      name,
      tasks: tasks
        .filter(task => membership.is_admin || isTaskVisible(db, group.id, task.id))
        .map(task => viewTaskSummary(db, group.id, task)),
    }))
    .filter(category => category.tasks.length > 0)
}
