import type { DriftId } from '../../../contract/validator/drift-classes'
import { driftIds } from '../../../contract/validator/drift-ids'
import type { Exchange } from '../../../contract/validator/exchange'
import type { OperationId, Success } from '../facts'
import type { ProbeContext } from '../probe-context'
import type { Role } from '../probe-options'
import { actAs } from '../step'

/** What the contract's words promise between answers about a user: the profile, the name, the competencies. */

/** Reports what contradicts an answer; the contract's words promise it, its schemas can't. */
export function tell(
  { findings }: ProbeContext,
  driftId: DriftId,
  operationId: OperationId,
  place: string,
  what: string,
  seen: Exchange,
): void {
  findings.reportAssumed(driftId, operationId, `answer 200 ${place}`, what, seen)
}

type Names = { readonly [Name in 'first_name' | 'last_name']?: string | null }

/** A reader has one name. */
export function checkNames(
  probe: ProbeContext,
  role: Role,
  operationId: OperationId,
  place: string,
  shown: Names,
  exchange: Exchange,
): void {
  const { profile } = probe.user(role)
  for (const name of ['first_name', 'last_name'] as const) {
    if (!shown[name] || !profile[name] || shown[name] === profile[name]) continue
    const what = `The answer to the login of ${role} has another ${name}.`
    tell(probe, driftIds.wrongRelation, operationId, `${place}/${name}`, what, exchange)
  }
}

/** Without a user the competencies are the reader's own. */
export function checkOwnProfile(
  probe: ProbeContext,
  role: Role,
  { body, exchange }: { readonly body: Success<'getCompetencies'>; readonly exchange: Exchange },
): void {
  const { profile } = probe.user(role)
  const { user } = body
  if (!user) return
  if (user.id !== undefined && profile.id !== undefined && user.id !== profile.id) {
    const what = `Without user_id the answer is the reader's own; ${role} is user ${profile.id} and got that of user ${user.id}.`
    tell(probe, driftIds.wrongRelation, 'getCompetencies', '/user/id', what, exchange)
  } else checkNames(probe, role, 'getCompetencies', '/user', user, exchange)
}

/** Evidence of a competency is a task that the reader has solved and can open. */
export function checkEvidence(
  probe: ProbeContext,
  { body, exchange }: { readonly body: Success<'getCompetencies'>; readonly exchange: Exchange },
): void {
  const { facts } = probe
  for (const { id, group_id } of (body.competencies ?? []).flatMap(({ tasks }) => tasks ?? [])) {
    const group = facts.fullGroups.get(`student:${group_id}`)
    if (!group || group.is_exam || typeof id !== 'number') continue
    if (!facts.statedGroups.has(group.id)) continue
    const isListed = facts.getTasks(group_id).some(task => task.id === id)
    if (isListed && facts.isSolved(id) !== false) continue
    const why = isListed ? 'its state is unsolved' : `group ${group_id} has no such task`
    tell(
      probe,
      driftIds.wrongRelation,
      'getCompetencies',
      '/competencies/*/tasks/*/id',
      `Task ${id} stands as solved; ${why}.`,
      exchange,
    )
    return
  }
}

/** In the totals each task counts once, however many competencies it belongs to. */
export function checkTotals(
  probe: ProbeContext,
  { body, exchange }: { readonly body: Success<'getCompetencies'>; readonly exchange: Exchange },
): void {
  const competencies = body.competencies ?? []
  const total = body.totals?.tasks_solved
  const isWhole = competencies.every(({ tasks, tasks_solved }) => tasks && tasks.length === tasks_solved)
  const ids = competencies.flatMap(({ tasks }) => (tasks ?? []).map(({ id }) => id))
  if (!isWhole || total === undefined || ids.some(id => typeof id !== 'number')) return
  const { size } = new Set(ids)
  if (total === size) return
  const what = `Each task counts once; the competencies list ${size} solved tasks, the totals count ${total}.`
  tell(probe, driftIds.wrongRelation, 'getCompetencies', '/totals/tasks_solved', what, exchange)
}

/** Each solved task counts on one day. */
export function checkActivity(
  probe: ProbeContext,
  { body, exchange }: { readonly body: Success<'getCompetencies'>; readonly exchange: Exchange },
): void {
  const days = body.activity ?? []
  const groups = probe.facts.groups.get('student') ?? []
  const isTold = groups.every(one => typeof one.tasks_solved === 'number')
  if (!isTold || days.some(({ solved }) => typeof solved !== 'number')) return
  const counted = days.reduce((sum, { solved }) => sum + solved, 0)
  const solved = groups.reduce((sum, { tasks_solved }) => sum + tasks_solved, 0)
  // Solved tasks that were hidden since may be in one of the two alone.
  if (solved === 0 || counted < 2 * solved) return
  const what = `The days count ${counted} solved tasks, the groups of the list ${solved}: some count more than once.`
  tell(probe, driftIds.wrongRelation, 'getCompetencies', '/activity/*/solved', what, exchange)
}

/** A new name is what the next answers have. */
export async function checkName(probe: ProbeContext, name: string): Promise<void> {
  const { body, exchange } = await actAs(probe, 'student').request('getCompetencies', {}, [[200]])
  const shown = body.user?.username
  if (shown === undefined || shown === name) return
  const what = 'The name was changed; the profile that was read after it has another one.'
  tell(probe, driftIds.contradiction, 'getCompetencies', '/user/username', what, exchange)
}

/** A change of the name changes nothing else. */
export function checkRenamed(
  probe: ProbeContext,
  { body, exchange }: { readonly body: Success<'updateUsername'>; readonly exchange: Exchange },
): void {
  const { profile } = probe.user('student')
  for (const name of ['id', 'email'] as const) {
    if (body[name] === undefined || profile[name] === undefined || body[name] === profile[name]) continue
    const what = `The answer is the user with the new name; ${name} is that of another user.`
    tell(probe, driftIds.wrongRelation, 'updateUsername', `/${name}`, what, exchange)
    return
  }
}

/** A link opens the profile of the user who shares it. */
export function checkSharedOwner(
  probe: ProbeContext,
  { body, exchange }: { readonly body: Success<'getSharedProfile'>; readonly exchange: Exchange },
): void {
  const own = probe.user('student').profile
  const { id, username } = body.user ?? {}
  const isOther =
    (id !== undefined && own.id !== undefined && id !== own.id) ||
    (id === undefined && username !== undefined && own.username !== undefined && username !== own.username)
  if (!isOther) return
  const what = 'The link is that of the student; it opens the profile of another user.'
  tell(probe, driftIds.wrongRelation, 'getSharedProfile', '/user/id', what, exchange)
}
