import { ApiFault } from './api-fault'
import { runningAttempt } from './attempt-status'
import type { PlacedTask } from './content'
import type { GroupSeed } from './data/types'
import type { Db } from './db'
import type { MembershipRow, UserRow } from './rows'
import { keyOf } from './tables'

/** Who may enter what (specification, section 6): membership first, then dates, then a confirmed address. */

export interface GroupVisit {
  group: GroupSeed
  membership: MembershipRow
}

export function startsAt(db: Db, group: GroupSeed): number | undefined {
  return group.startsIn === undefined ? undefined : db.startedAt + group.startsIn * 1000
}

export function endsAt(db: Db, group: GroupSeed): number | undefined {
  return group.endsIn === undefined ? undefined : db.startedAt + group.endsIn * 1000
}

/**
 * The group for one of its members. Throws 403 for strangers and for groups that do not exist alike, and while
 * the person's address is not confirmed: work on the platform is possible only then (specification, section 6).
 */
export function visitGroup(db: Db, user: UserRow, groupId: number): GroupVisit {
  const group = db.content.groups.get(groupId)
  const membership = db.tables.memberships.get(keyOf.membership(groupId, user.id))
  if (!group || !membership) throw new ApiFault(403, 'you dont have access to this group')
  requireVerifiedEmail(user)
  return { group, membership }
}

/** The group while its training runs; administrators may enter before and after. Throws 403 otherwise. */
export function visitRunningGroup(db: Db, user: UserRow, groupId: number): GroupVisit {
  const visit = visitGroup(db, user, groupId)
  if (visit.membership.is_admin) return visit
  const begins = startsAt(db, visit.group)
  const ends = endsAt(db, visit.group)
  if (begins !== undefined && db.now() < begins) {
    throw new ApiFault(403, 'Training in this group will begin later')
  }
  if (ends !== undefined && db.now() >= ends) {
    throw new ApiFault(403, 'Training in this group has already ended')
  }
  return visit
}

/** Throws 403 unless the person is an administrator of the group. */
export function visitAsAdmin(db: Db, user: UserRow, groupId: number): GroupVisit {
  const visit = visitGroup(db, user, groupId)
  if (!visit.membership.is_admin) throw new ApiFault(403, 'you dont have access to this group')
  return visit
}

/** Throws 403 while the address is not confirmed. */
export function requireVerifiedEmail(user: UserRow): void {
  if (!user.email_verified) throw new ApiFault(403, 'email not verified')
}

/** Whether the switch of the administrators shows the task. */
export function isTaskVisible(db: Db, groupId: number, taskId: number): boolean {
  const task = db.content.tasks.get(taskId)?.task
  const switched = db.tables.visibility.get(keyOf.visibility(groupId, taskId))
  return switched ? switched.visible : task?.status !== 'hidden'
}

/** Which words an operation has for a task that the group does not have (specification, section 8). */
export type MissingTask =
  | 'Task not found'
  | 'Task is not found in database'
  | 'Task for status check not found'
  | 'record to undeploy not found'

export type TaskVisit = PlacedTask & GroupVisit

/**
 * A task that the person may read. Throws 403 for the group, 404 for unknown tasks and for those that are hidden
 * from students, and 409 in an exam without a running attempt.
 */
export function visitTask(
  db: Db,
  user: UserRow,
  { groupId, taskId, missing = 'Task not found' }: { groupId: number; taskId: number; missing?: MissingTask },
): TaskVisit {
  const visit = visitRunningGroup(db, user, groupId)
  const placed = db.content.tasks.get(taskId)
  if (placed?.group.id !== groupId) throw new ApiFault(404, missing)
  if (!visit.membership.is_admin) {
    if (!isTaskVisible(db, groupId, taskId)) throw new ApiFault(404, missing)
    if (visit.group.exam && !runningAttempt(db, user.id, visit.group)) {
      throw new ApiFault(409, 'no started attempt exists')
    }
  }
  return { ...placed, ...visit }
}

/** Throws 403 for a task that can be read but not worked on. */
export function requireActiveTask({ task }: TaskVisit): void {
  if (task.status === 'disabled') throw new ApiFault(403, 'You dont have access to this task')
}
