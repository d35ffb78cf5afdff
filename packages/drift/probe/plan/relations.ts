import { driftIds } from '../../../contract/validator/drift-ids'
import type { Exchange } from '../../../contract/validator/exchange'
import type { Group, Success, Task, TaskStatus } from '../facts'
import type { ProbeContext } from '../probe-context'
import { type Role, roles } from '../probe-options'
import type { ProbeUser } from '../probe-user'
import { actAs } from '../step'
import { checkNames, tell } from './profile-relations'

/** What the contract's words promise between answers: of several calls, several users, and before and after a write. */

export type TaskId = { readonly group_id: number; readonly task_id: number }

const MAX_OTHERS = 2

/** One account may be given for two roles. */
export const isSameUser = (one: ProbeUser | undefined, other: ProbeUser | undefined): boolean =>
  one?.profile.id === undefined || other?.profile.id === undefined
    ? one?.profile.username === other?.profile.username
    : one.profile.id === other.profile.id

/** Other users of the run who belong to a group. One with an unconfirmed address may read nothing of it. */
function othersIn({ facts, users }: ProbeContext, group: number, own: Role): Role[] {
  return roles
    .filter(role => role !== own && role !== 'newcomer' && users.has(role))
    .filter(role => facts.groups.get(role)?.some(({ id }) => id === group))
    .filter(role => !isSameUser(users.get(role), users.get(own)))
    .slice(0, MAX_OTHERS)
}

type States = {
  readonly state: TaskStatus | undefined
  readonly exchange: Exchange
  readonly isTold: boolean
}

/** A user's state of one task; not told where the states name no tasks. */
async function readState(probe: ProbeContext, role: Role, { group_id, task_id }: TaskId): Promise<States> {
  const { body, exchange } = await actAs(probe, role).request(
    'listTaskStatuses',
    { path: { id: group_id } },
    [[200]],
  )
  const isTold = body.every(one => typeof one.task_id === 'number' && typeof one.solved === 'boolean')
  return { state: body.find(one => one.task_id === task_id), exchange, isTold }
}

/** The states of other users before a write of the student. Their refusal, which is another finding, ends nothing. */
export async function readOthers(probe: ProbeContext, id: TaskId): Promise<Map<Role, States>> {
  const found = new Map<Role, States>()
  await probe.sideBySide(othersIn(probe, id.group_id, 'student'), async role => {
    found.set(role, await readState(probe, role, id))
  })
  return found
}

const solvedPart = ({ state }: States) =>
  JSON.stringify([state?.solved === true, state?.flags_solved ?? 0, state?.points_earned ?? 0])
const labPart = ({ state }: States) => state?.lab_status ?? 'off'

/** A state belongs to one user: what the student did must not show in the states of others. */
export async function checkOthers(
  probe: ProbeContext,
  id: TaskId,
  before: ReadonlyMap<Role, States>,
  part: 'solved' | 'lab_status',
): Promise<void> {
  const read = part === 'solved' ? solvedPart : labPart
  await probe.sideBySide([...before], async ([role, earlier]) => {
    const now = await readState(probe, role, id)
    if (!now.isTold || read(now) === read(earlier)) return
    const did = part === 'solved' ? 'solved it' : 'started its lab'
    const what = `The states are the reader's own: that of task ${id.task_id} for ${role} changed when the student ${did}.`
    tell(probe, driftIds.contradiction, 'listTaskStatuses', `/*/${part}`, what, now.exchange)
  })
}

/** How much of a task belongs to its reader. */
const ownParts = {
  flags: ({ flags }: Task) => (flags ?? []).filter(({ solved }) => solved).length,
  hints_taken: ({ hints_taken }: Task) => (hints_taken ?? []).length,
} as const

const readTaskAs = (probe: ProbeContext, role: Role, { group_id, task_id }: TaskId) =>
  actAs(probe, role).request('getTask', { path: { group: group_id, task: task_id } }, [[200]])

/** The task as other users see it before a write of the student. */
export async function readOtherTasks(probe: ProbeContext, id: TaskId): Promise<Map<Role, Task>> {
  const found = new Map<Role, Task>()
  await probe.sideBySide(othersIn(probe, id.group_id, 'student'), async role => {
    found.set(role, (await readTaskAs(probe, role, id)).body)
  })
  return found
}

/** Solved flags and taken hints are the reader's own. */
export async function checkOtherTasks(
  probe: ProbeContext,
  id: TaskId,
  before: ReadonlyMap<Role, Task>,
  part: keyof typeof ownParts,
): Promise<void> {
  await probe.sideBySide([...before], async ([role, earlier]) => {
    const { body, exchange } = await readTaskAs(probe, role, id)
    const [then, now] = [earlier, body].map(ownParts[part])
    if (then === now) return
    const what = `${part} of task ${id.task_id} are the reader's own: for ${role} they changed from ${then} to ${now} by a write of the student.`
    tell(probe, driftIds.contradiction, 'getTask', `/${part}`, what, exchange)
  })
}

/** The lab of a task is the reader's own. */
export async function checkOtherLabs(
  probe: ProbeContext,
  id: TaskId,
  before: ReadonlyMap<Role, string>,
): Promise<void> {
  await probe.sideBySide([...before], async ([role, earlier]) => {
    const { body, exchange } = await actAs(probe, role).request('getLabStatus', { query: id }, [[200]])
    if (earlier !== 'off' || body.status === 'off') return
    const what = `The student's lab is running; ${role}, who started none, is told that it is ${body.status}.`
    tell(probe, driftIds.contradiction, 'getLabStatus', '/status', what, exchange)
  })
}

export async function readOtherLabs(probe: ProbeContext, id: TaskId): Promise<Map<Role, string>> {
  const found = new Map<Role, string>()
  await probe.sideBySide(othersIn(probe, id.group_id, 'student'), async role => {
    const { body } = await actAs(probe, role).request('getLabStatus', { query: id }, [[200]])
    found.set(role, body.status)
  })
  return found
}

/** What `pass_flag` said of a task is what the next answers say. */
export async function checkSolved(
  probe: ProbeContext,
  id: TaskId,
  said: Success<'submitFlags'>,
): Promise<void> {
  const { state, exchange, isTold } = await readState(probe, 'student', id)
  for (const name of ['solved', 'flags_solved', 'points_earned'] as const) {
    const [then, now] = [said[name], state?.[name]]
    if (then === undefined || now === undefined || then === now) continue
    const what = `POST /pass_flag said ${name} ${then} of task ${id.task_id}; the states that were read after it have ${now}.`
    tell(probe, driftIds.contradiction, 'listTaskStatuses', `/*/${name}`, what, exchange)
    return
  }
  if (!said.solved) return
  if (isTold && state?.solved !== true) {
    const came = state ? 'unsolved' : 'not in the list'
    const what = `POST /pass_flag said that task ${id.task_id} is solved; it is ${came} in the states that were read after it.`
    tell(probe, driftIds.contradiction, 'listTaskStatuses', '/*/solved', what, exchange)
  }
  const path = { group: id.group_id, task: id.task_id }
  const task = await actAs(probe, 'student').request('getTask', { path }, [[200]])
  const flags = task.body.flags ?? []
  if (flags.length === 0 || flags.some(({ solved }) => solved !== false)) return
  const what = `POST /pass_flag said that task ${id.task_id} is solved; none of its flags is in the task that was read after it.`
  tell(probe, driftIds.contradiction, 'getTask', '/flags/*/solved', what, task.exchange)
}

/** The row of the reader has what the group says of the reader. */
export function checkOwnRow(
  probe: ProbeContext,
  role: Role,
  group: Group,
  { body, exchange }: { readonly body: Success<'getLeaderboard'>; readonly exchange: Exchange },
): void {
  const own = probe.user(role).profile.id
  const row = body.rows?.find(({ user_id }) => user_id === own)
  if (!row || own === undefined) return
  for (const [here, there] of [
    ['points', 'points_earned'],
    ['solved', 'tasks_solved'],
  ] as const) {
    const [shown, due] = [row[here], group[there]]
    if (typeof shown !== 'number' || typeof due !== 'number' || shown === due) continue
    const what = `GET /groups/{id} counts ${there} ${due} for the reader; the reader's row here has ${here} ${shown}.`
    tell(probe, driftIds.wrongRelation, 'getLeaderboard', `/rows/*/${here}`, what, exchange)
  }
  checkNames(probe, role, 'getLeaderboard', '/rows/*', row, exchange)
  const lines = body.series ?? []
  if (!(row.points > 0) || lines.length === 0 || lines.some(({ user_id }) => user_id === own)) return
  if (lines.some(({ user_id }) => typeof user_id !== 'number')) return
  const what =
    'The series hold the reader wherever they stand; the reader has a row with points, and no line.'
  tell(probe, driftIds.wrongRelation, 'getLeaderboard', '/series', what, exchange)
}

/** An attempt belongs to one user. */
export function checkAttemptOwners(
  probe: ProbeContext,
  role: Role,
  { attempts }: Group,
  exchange: Exchange,
): void {
  const { attemptOwners } = probe.facts
  for (const { id } of attempts ?? []) {
    const owner = attemptOwners.get(id) ?? role
    attemptOwners.set(id, owner)
    if (owner === role || isSameUser(probe.users.get(owner), probe.users.get(role))) continue
    const what = `The attempts are the reader's own; attempt ${id} came to ${owner} and to ${role}.`
    tell(probe, driftIds.wrongRelation, 'getGroup', '/attempts/*/id', what, exchange)
  }
}

/** A member who has solved a task is one of those who have. */
export function checkSolvers(
  probe: ProbeContext,
  { categories }: Group,
  states: readonly TaskStatus[],
  exchange: Exchange,
): void {
  const solved = new Set(states.flatMap(one => (one.solved ? [one.task_id] : [])))
  const tasks = (categories ?? []).flatMap(({ tasks }) => tasks ?? [])
  const wrong = tasks.find(({ id, solved_by }) => solved_by === 0 && solved.has(id))
  if (!wrong) return
  const what = `The reader has solved task ${wrong.id}; the group says that its solved_by is 0.`
  tell(probe, driftIds.wrongRelation, 'getGroup', '/categories/*/tasks/*/solved_by', what, exchange)
}

/** Who has closed the profile keeps the solved tasks too. */
export function checkClosedRows(
  probe: ProbeContext,
  role: Role,
  { body, exchange }: { readonly body: Success<'getLeaderboard'>; readonly exchange: Exchange },
): void {
  const own = probe.user(role).profile.id
  const isTold = ({ user_id, is_public, solved_tasks }: (typeof body.rows)[number]) =>
    is_public === false && user_id !== own && solved_tasks !== undefined
  if (own === undefined || !body.rows?.some(isTold)) return
  const what = 'Solved tasks are left out for closed profiles; such a row has them.'
  tell(probe, driftIds.wrongRelation, 'getLeaderboard', '/rows/*/solved_tasks', what, exchange)
}

/** Required tasks that are left are those of the list that no state calls solved. */
export function checkImportantLeft(
  probe: ProbeContext,
  { important_left, categories }: Group,
  states: readonly TaskStatus[],
  exchange: Exchange,
): void {
  const tasks = (categories ?? []).flatMap(({ tasks }) => tasks ?? [])
  const isTold = states.every(one => typeof one.task_id === 'number' && typeof one.solved === 'boolean')
  if (typeof important_left !== 'number' || !isTold || tasks.some(({ id }) => typeof id !== 'number')) return
  const solved = new Set(states.flatMap(one => (one.solved ? [one.task_id] : [])))
  const left = tasks.filter(({ id, important }) => important && !solved.has(id)).length
  if (left === important_left) return
  const what = `It counts ${important_left} required tasks that are not solved; by its tasks and their states ${left} are left.`
  tell(probe, driftIds.wrongRelation, 'getGroup', '/important_left', what, exchange)
}

/** A task that an administrator hid is not visible, and not there for students. */
export async function checkHidden(probe: ProbeContext, { group_id, task_id }: TaskId): Promise<void> {
  const whole = await actAs(probe, 'admin').request('getGroup', { path: { id: group_id } }, [[200]])
  const all = (whole.body.categories ?? []).flatMap(({ tasks }) => tasks ?? [])
  if (all.some(({ id, visible }) => id === task_id && visible)) {
    const what = `Task ${task_id} was hidden; in the group that was read after it the task is visible.`
    tell(probe, driftIds.contradiction, 'getGroup', '/categories/*/tasks/*/visible', what, whole.exchange)
  }
  if (!probe.facts.groups.get('student')?.some(({ id, is_admin }) => id === group_id && !is_admin)) return
  const student = actAs(probe, 'student')
  const { body, exchange } = await student.request('getGroup', { path: { id: group_id } }, [[200], [403]])
  const tasks = 'categories' in body ? (body.categories ?? []).flatMap(({ tasks }) => tasks ?? []) : []
  if (tasks.some(({ id }) => id === task_id)) {
    const what = `An administrator has hidden task ${task_id}; the student's list still holds it.`
    tell(probe, driftIds.contradiction, 'getGroup', '/categories/*/tasks/*/visible', what, exchange)
  }
  await student.request(
    'getTask',
    { path: { group: group_id, task: task_id } },
    [[404, 'Task not found'], [403]],
    {
      driftId: driftIds.contradiction,
      reason: 'an administrator has hidden the task',
    },
  )
}

/** What the answer of a write says of an attempt is what the group says after it. */
export async function checkAttempt(
  probe: ProbeContext,
  role: Role,
  id: number,
  attempt: { readonly id: number; readonly status: string } | undefined,
): Promise<void> {
  const { body, exchange } = await actAs(probe, role).request('getGroup', { path: { id } }, [[200]])
  if (!attempt) return
  const now = (body.attempts ?? []).find(one => one.id === attempt.id)
  if (now && (now.status === attempt.status || !['payed', 'get_access'].includes(now.status))) return
  const came = now ? `it is ${now.status}` : 'it is not in the list'
  const what = `Attempt ${attempt.id} was ${attempt.status} in the answer of the write; in the group that was read after it ${came}.`
  tell(probe, driftIds.contradiction, 'getGroup', '/attempts/*/status', what, exchange)
}
