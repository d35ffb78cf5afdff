import { driftIds } from '../../../contract/validator/drift-ids'
import {
  type Group,
  type GroupSummary,
  hasEnded,
  isOpen,
  startsLater,
  type TaskStatus,
  type TaskSummary,
} from '../facts'
import type { ProbeContext } from '../probe-context'
import { type Role, requireValue, roles } from '../probe-options'
import { actAs, type Step } from '../step'
import {
  checkAttemptOwners,
  checkClosedRows,
  checkImportantLeft,
  checkOwnRow,
  checkSolvers,
} from './relations'

export function openGroup(probe: ProbeContext): GroupSummary {
  const groups = probe.facts.groupsOf('student').filter(group => isOpen(group, probe.sender.now))
  const visible = groups.find(group => !group.hide_leaderboard)
  return requireValue(visible ?? groups[0], 'open group of the student')
}

export const listSteps: readonly Step[] = roles.map(role => ({
  name: `listGroups: of ${role}`,
  operations: ['listGroups'],
  isSmoke: true,
  lane: role,
  run: async probe => {
    const { body } = await actAs(probe, role).readTwice('listGroups', {}, [[200]])
    const groups = body.filter(group => Number.isInteger(group.id))
    probe.facts.groups.set(role, groups)
  },
}))

const MAX_GROUPS = 20
/** Of the group that the other steps use, and of every other one. */
const MAX_TASKS = 40
const MAX_OTHER_TASKS = 6

/** A user with an unconfirmed address may read the list of groups alone. */
const readers = roles.filter(role => role !== 'newcomer')

/** Every group that is open to a user, with its states, its scoreboard and a sample of its tasks. */
export const groupSteps: readonly Step[] = readers.map(role => ({
  name: `getGroup: the open groups of ${role}`,
  operations: ['getGroup', 'listTaskStatuses', 'getLeaderboard', 'getTask'],
  isSmoke: role === 'student',
  lane: role,
  run: async probe => {
    const isSmoke = probe.options.plan === 'smoke'
    const first = role === 'student' ? openGroup(probe) : undefined
    const isReadable = (group: GroupSummary) =>
      group.is_admin || !(startsLater(group, probe.sender.now) || hasEnded(group, probe.sender.now))
    const all = probe.facts.groupsOf(role).filter(isReadable)
    const others = isSmoke ? [] : all.filter(({ id }) => id !== first?.id).slice(0, MAX_GROUPS)
    await probe.sideBySide([...(first ? [first] : []), ...others], async listed => {
      const group = await readWhole(probe, role, listed)
      if (!group) return
      const tasks = (group.categories ?? []).flatMap(({ tasks }) => tasks)
      const limit = isSmoke ? 1 : listed === first ? MAX_TASKS : MAX_OTHER_TASKS
      await probe.sideBySide(sampleTasks(tasks, limit), task => readTask(probe, role, group, task.id))
    })
  },
}))

/** A group with its states and its scoreboard, which have to agree. */
export async function readWhole(
  probe: ProbeContext,
  role: Role,
  listed: GroupSummary,
): Promise<Group | undefined> {
  const group = await readGroup(probe, role, listed)
  if (!group) return undefined
  await probe.sideBySide(
    [readStatuses, readLeaderboard].map(read => () => read(probe, role, group)),
    read => read(),
  )
  return group
}

/** Undefined if the group is closed, which a list without dates cannot tell. */
async function readGroup(
  probe: ProbeContext,
  role: Role,
  { id, start_date, end_date }: GroupSummary,
): Promise<Group | undefined> {
  const closed = [
    ...(start_date ? [] : [[403, 'Training in this group will begin later'] as const]),
    ...(end_date ? [] : [[403, 'Training in this group has already ended'] as const]),
  ]
  const { status, body, exchange } = await actAs(probe, role).readTwice('getGroup', { path: { id } }, [
    [200],
    ...closed,
  ])
  if (status !== 200) return undefined
  checkAttemptOwners(probe, role, body, exchange)
  probe.facts.fullGroups.set(`${role}:${id}`, body)
  return body
}

/** What a group does not say is unknown, except of accounts that were not given as administrators. */
function mayAdminister(role: Role, { is_admin }: Group): boolean {
  return is_admin ?? role === 'admin'
}

async function readStatuses(probe: ProbeContext, role: Role, group: Group): Promise<void> {
  const call = { path: { id: group.id } }
  const { body, exchange } = await actAs(probe, role).readTwice('listTaskStatuses', call, [[200]])
  if (role === 'student') {
    const read = new Set(body.map(({ task_id }) => task_id))
    const others = (probe.facts.statuses ?? []).filter(
      ({ task_id }) => task_id === undefined || !read.has(task_id),
    )
    probe.facts.statuses = [...others, ...body]
    probe.facts.statedGroups.add(group.id)
  }
  const ids = new Set((group.categories ?? []).flatMap(({ tasks }) => tasks.map(({ id }) => id)))
  // An exam shows no tasks outside a running attempt, and an administrator's own progress has another set of tasks.
  if (ids.size === 0 || group.is_exam || mayAdminister(role, group)) return
  const report = (place: string, what: string) =>
    probe.findings.reportAssumed(driftIds.wrongRelation, 'listTaskStatuses', place, what, exchange)
  const foreign = body.find(({ task_id }) => typeof task_id === 'number' && !ids.has(task_id))
  if (foreign)
    report(
      'answer 200 /*/task_id',
      `The states are of the tasks of group ${group.id}; task ${foreign.task_id} is none of them.`,
    )
  checkImportantLeft(probe, group, body, exchange)
  checkSolvers(probe, group, body, exchange)
  // Each field may be left out.
  const isTold = body.every(({ solved }) => typeof solved === 'boolean')
  const solved = body.filter(({ solved }) => solved).length
  if (isTold && typeof group.tasks_solved === 'number' && group.tasks_solved !== solved)
    report(
      'answer 200 /*/solved',
      `GET /groups/{id} counts ${group.tasks_solved} solved tasks; ${solved} are solved here.`,
    )
  const areCounted = body.every(({ points_earned }) => typeof points_earned === 'number')
  const points = body.reduce((sum, { points_earned }: TaskStatus) => sum + points_earned, 0)
  if (areCounted && typeof group.points_earned === 'number' && group.points_earned !== points)
    report(
      'answer 200 /*/points_earned',
      `GET /groups/{id} counts ${group.points_earned} points; these states have ${points}.`,
    )
}

async function readLeaderboard(probe: ProbeContext, role: Role, group: Group): Promise<void> {
  const { request } = actAs(probe, role)
  const call = { path: { id: group.id } }
  const hidden = [403, 'leaderboard is hidden'] as const
  if (!group.hide_leaderboard || mayAdminister(role, group)) {
    const expected = group.hide_leaderboard ? ([[200], hidden] as const) : ([[200]] as const)
    const { status, body, exchange } = await request('getLeaderboard', call, expected)
    if (status !== 200) return
    if (!mayAdminister(role, group) && !group.is_exam) checkOwnRow(probe, role, group, { body, exchange })
    if (!mayAdminister(role, group)) checkClosedRows(probe, role, { body, exchange })
    if (role !== 'student') return
    for (const { user_id, is_public } of body.rows ?? [])
      if (typeof user_id === 'number' && typeof is_public === 'boolean')
        probe.facts.publicUsers.set(user_id, is_public)
    const ids = (body.rows ?? []).map(({ user_id }) => user_id)
    probe.facts.leaderboardUserIds = [...(probe.facts.leaderboardUserIds ?? []), ...ids]
    return
  }
  await request('getLeaderboard', call, [hidden], { reason: 'the group hides its scoreboard' })
}

/** Tasks that differ in their features first; independent of the order of the list. */
function sampleTasks(tasks: readonly TaskSummary[], limit: number): TaskSummary[] {
  const getFeatures = ({ status, visible, has_lab, has_hint, has_writeup, difficulty }: TaskSummary) =>
    [status, visible, has_lab, has_hint, has_writeup, difficulty].join()
  const sorted = tasks.filter(({ id }) => Number.isInteger(id)).sort((a, b) => a.id - b.id)
  const distinct = new Map(sorted.map(task => [getFeatures(task), task]))
  return [...new Set([...distinct.values(), ...sorted])].slice(0, limit)
}

async function readTask(
  probe: ProbeContext,
  role: Role,
  { id: group, is_exam }: Group,
  task: number,
): Promise<void> {
  // The tasks of an exam may be listed before an attempt runs.
  const notStarted = is_exam ? ([[409, 'no started attempt exists']] as const) : []
  const { request } = actAs(probe, role)
  const { status, body } = await request('getTask', { path: { group, task } }, [[200], ...notStarted])
  if (role === 'student' && status === 200) probe.facts.tasks.set(task, body)
}
