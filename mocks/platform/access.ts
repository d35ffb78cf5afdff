import { ApiFault } from './api-fault'
import { getRunningAttempt } from './attempts'
import type { TaskEntry } from './content'
import type { GroupSeed } from './data/types'
import type { Db } from './db'
import type { MembershipRow, UserRow } from './rows'
import { tableKeys } from './tables'

/** Access checks, in this order: membership, dates, verified email. */

export interface GroupAccess {
  group: GroupSeed
  membership: MembershipRow
}

export function getStartTime(db: Db, group: GroupSeed): number | undefined {
  return group.startsIn === undefined ? undefined : db.startedAt + group.startsIn * 1000
}

export function getEndTime(db: Db, group: GroupSeed): number | undefined {
  return group.endsIn === undefined ? undefined : db.startedAt + group.endsIn * 1000
}

/**
 * The group if the user is a member. Throws the same 403 for non-members and unknown groups, and 403 until the user's
 * email is verified.
 */
export function requireMember(db: Db, user: UserRow, groupId: number): GroupAccess {
  const group = db.content.groups.get(groupId)
  const membership = db.tables.memberships.get(tableKeys.membership(groupId, user.id))
  if (!group || !membership) throw new ApiFault(403, 'you dont have access to this group')
  requireVerifiedEmail(user)
  return { group, membership }
}

/** Like `requireMember`, but also throws 403 before and after the training, except for administrators. */
export function requireRunningGroup(db: Db, user: UserRow, groupId: number): GroupAccess {
  const access = requireMember(db, user, groupId)
  if (access.membership.is_admin) return access
  const start = getStartTime(db, access.group)
  const end = getEndTime(db, access.group)
  if (start !== undefined && db.now() < start) {
    throw new ApiFault(403, 'Training in this group will begin later')
  }
  if (end !== undefined && db.now() >= end) {
    throw new ApiFault(403, 'Training in this group has already ended')
  }
  return access
}

/** Throws 403 unless the user is an administrator of the group. */
export function requireAdmin(db: Db, user: UserRow, groupId: number): GroupAccess {
  const access = requireMember(db, user, groupId)
  if (!access.membership.is_admin) throw new ApiFault(403, 'you dont have access to this group')
  return access
}

/** Throws 403 until the email is verified. */
export function requireVerifiedEmail(user: UserRow): void {
  if (!user.email_verified) throw new ApiFault(403, 'email not verified')
}

/** Whether students see the task: as an administrator has switched it, else by its status. */
export function isTaskVisible(db: Db, groupId: number, taskId: number): boolean {
  const task = db.content.tasks.get(taskId)?.task
  const switched = db.tables.visibility.get(tableKeys.visibility(groupId, taskId))
  return switched ? switched.visible : task?.status !== 'hidden'
}

/** Operations differ in the detail of their 404. */
export type TaskNotFoundDetail =
  | 'Task not found'
  | 'Task is not found in database'
  | 'Task for status check not found'
  | 'record to undeploy not found'

export type TaskAccess = TaskEntry & GroupAccess

/**
 * The task if the user may read it. Throws 403 for the group, 404 for unknown tasks and those hidden from students, and
 * 409 in an exam without a running attempt.
 */
export function requireTask(
  db: Db,
  user: UserRow,
  {
    groupId,
    taskId,
    missing = 'Task not found',
  }: { groupId: number; taskId: number; missing?: TaskNotFoundDetail },
): TaskAccess {
  const access = requireRunningGroup(db, user, groupId)
  const entry = db.content.tasks.get(taskId)
  if (entry?.group.id !== groupId) throw new ApiFault(404, missing)
  if (!access.membership.is_admin) {
    if (!isTaskVisible(db, groupId, taskId)) throw new ApiFault(404, missing)
    if (access.group.exam && !getRunningAttempt(db, user.id, access.group)) {
      throw new ApiFault(409, 'no started attempt exists')
    }
  }
  return { ...entry, ...access }
}

/** Throws 403 for a disabled task, which can be read but not worked on. */
export function requireActiveTask({ task }: TaskAccess): void {
  if (task.status === 'disabled') throw new ApiFault(403, 'You dont have access to this task')
}
