import type { Category, Group, GroupSummary } from '../../src/api/schema.gen'
import { endsAt, type GroupVisit, isTaskVisible, startsAt } from '../world/access'
import { runningAttempt } from '../world/attempt-status'
import { isoTime } from '../world/clock'
import type { ExamSeed, GroupSeed } from '../world/data/types'
import { scoresOf } from '../world/scores'
import type { UserRow, World } from '../world/world'
import { viewAttempts } from './attempt-view'
import { viewTaskSummary } from './task-view'

function dates(world: World, group: GroupSeed) {
  const start = startsAt(world, group)
  const end = endsAt(world, group)
  return {
    ...(start !== undefined && { start_date: isoTime(start) }),
    ...(end !== undefined && { end_date: isoTime(end) }),
  }
}

/** What a visitor may know before joining. */
export function viewInviteGroup(world: World, group: GroupSeed) {
  const { id, name, description } = group
  return { id, name, description, is_exam: group.exam !== undefined, ...dates(world, group) }
}

export function viewGroupSummary(
  world: World,
  user: UserRow,
  { group, membership }: GroupVisit,
): GroupSummary & { id: number } {
  const scores = scoresOf(world, user.id, group.id)
  const tasks = (world.content.tasksOfGroup.get(group.id) ?? []).filter(
    task => membership.is_admin || isTaskVisible(world, group.id, task.id),
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
    ...dates(world, group),
    tasks_total: tasks.length,
    tasks_solved: tasks.filter(task => isSolved(task.id)).length,
    important_left: tasks.filter(task => task.important && !isSolved(task.id)).length,
    points_total: tasks.reduce((sum, task) => sum + task.points, 0),
    points_earned: tasks.reduce((sum, task) => sum + (scores.get(task.id)?.points_earned ?? 0), 0),
  }
}

/** `origin`: by which the reader knows the site. */
export function viewGroup(world: World, user: UserRow, visit: GroupVisit, origin: string): Group {
  const { group, membership } = visit
  return {
    ...viewGroupSummary(world, user, visit),
    categories: viewCategories(world, user, visit),
    attempts: group.exam ? viewAttempts(world, { userId: user.id, group, origin }) : [],
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

/** Students see the visible tasks, in an exam only while their attempt runs; administrators see all of them. */
function viewCategories(world: World, user: UserRow, { group, membership }: GroupVisit): Category[] {
  const isClosed = group.exam !== undefined && !runningAttempt(world, user.id, group)
  if (isClosed && !membership.is_admin) return []
  return group.categories
    .map(({ id, name, tasks }) => ({
      id,
      name,
      tasks: tasks
        .filter(task => membership.is_admin || isTaskVisible(world, group.id, task.id))
        .map(task => viewTaskSummary(world, group.id, task)),
    }))
    .filter(category => category.tasks.length > 0)
}
