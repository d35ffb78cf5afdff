import type { Operation } from '../../../contract/operation'
import type { Contract } from '../../../contract/read-contract'
import { getHeader } from '../../../contract/validator/exchange'
import {
  type Call,
  type DetailOf,
  type ExpectedResponses,
  type GroupSummary,
  hasEnded,
  isOpen,
  MAX_ID,
  type OperationId,
  type OperationWith,
  startsLater,
} from '../facts'
import type { ProbeContext } from '../probe-context'
import { type Role, requireValue, SkipStep } from '../probe-options'
import { actAs, type Step } from '../step'
import { openGroup } from './group-steps'
import { safeRequest } from './safe-requests'

/** Operations with a bearer token; the compiler checks that each documents both errors. */
type BearerOperation = Exclude<
  OperationWith<401, 'No token provided'> & OperationWith<401, 'Invalid token'>,
  never
>

function stepsFor(operation: Operation): Step[] {
  const operationId = operation.operationId as BearerOperation
  const makeStep = (name: string, token: string | undefined, reason: string): Step => ({
    name: `${operationId}: ${name}`,
    operations: [operationId],
    lane: operationId,
    run: async probe => {
      const call = safeRequest(operation, probe.facts)
      if (!call) return
      await actAs(probe, token === undefined ? {} : { token }).request(operationId, call, [[401]], { reason })
    },
  })
  return [
    makeStep('without a token', undefined, 'no token was sent'),
    makeStep(
      'with an unknown token',
      'unknown-token',
      'the access token is not good, which the client answers by a refresh',
    ),
  ]
}

/** Without a token and with an invalid one: the client's silent refresh depends on these responses. */
export function authenticationSteps(contract: Contract): Step[] {
  return contract.operations.filter(({ security }) => security === 'bearer').flatMap(stepsFor)
}

type GroupOperation = OperationWith<403, 'you dont have access to this group' & DetailOf<'getGroup', 403>>
type AuthzOperation = Exclude<GroupOperation, 'findLmsTask'>

/** How each operation addresses a group and a task: a second parameter is always a task. A missing one is a compile error. */
const AUTHZ_CASES = {
  getGroup: id => ({ path: { id } }),
  listTaskStatuses: id => ({ path: { id } }),
  getLeaderboard: id => ({ path: { id } }),
  requestAttempt: id => ({ path: { id } }),
  startAttempt: id => ({ path: { id } }),
  getTask: (group, task) => ({ path: { group, task } }),
  takeHint: (group, task) => ({ path: { group, task } }),
  getWriteup: (group, task) => ({ path: { group, task } }),
  openTerminal: (group, task) => ({ path: { group, task } }),
  submitFlags: (group_id, task_id) => ({ query: { group_id, task_id }, json: { flags: ['wrong{}'] } }),
  startLab: (group_id, task_id) => ({ query: { group_id, task_id } }),
  stopLab: (group_id, task_id) => ({ query: { group_id, task_id } }),
  getLabStatus: (group_id, task_id) => ({ query: { group_id, task_id } }),
  setTaskVisibility: (group, task) => ({ path: { group, task }, json: { visible: true } }),
  downloadFromLms: id => ({ path: { id } }),
  uploadToLms: id => ({ path: { id } }),
} satisfies { readonly [Id in AuthzOperation]: (group: number, task: number) => Call<Id> }

type TestedOperation = keyof typeof AUTHZ_CASES
const forAdmins = ['setTaskVisibility', 'downloadFromLms', 'uploadToLms'] as const
type MemberOperation = Exclude<TestedOperation, (typeof forAdmins)[number]>
const all = Object.keys(AUTHZ_CASES).filter(id => !forAdmins.some(one => one === id)) as MemberOperation[]

type AuthzCase<Id extends OperationId> = {
  readonly ids: readonly Id[]
  readonly name: string
  readonly as: Role
  readonly expected: ExpectedResponses<Id>
  readonly reason?: string
  /** The group, and a task of it by default. */
  readonly at: (probe: ProbeContext) => { readonly group: number; readonly task?: number }
}

function steps<Id extends TestedOperation>({ ids, name, as, expected, reason, at }: AuthzCase<Id>): Step[] {
  return ids.map(operationId => ({
    name: `${operationId}: ${name}`,
    operations: [operationId],
    lane: operationId,
    run: async probe => {
      const { request } = actAs(probe, as)
      const { group, task } = at(probe)
      const needsTask = AUTHZ_CASES[operationId].length === 2
      const id = task ?? (needsTask ? probe.facts.anyTaskId(group) : 0)
      const call = AUTHZ_CASES[operationId](group, id)
      await request(operationId, call, expected, reason === undefined ? {} : { reason })
    },
  }))
}

const own =
  (role: Role, what: string, isMatch: (group: GroupSummary, probe: ProbeContext) => boolean) =>
  (probe: ProbeContext) => ({
    group: probe.facts.group(role, what, group => !group.is_admin && isMatch(group, probe)).id,
  })

const withoutBoard = all.filter(id => id !== 'getLeaderboard') as Exclude<MemberOperation, 'getLeaderboard'>[]

const ofTasks = withoutBoard.filter(id => AUTHZ_CASES[id].length === 2) as OperationWith<
  409,
  'no started attempt exists'
>[]

/** Nothing is started or taken if one of these succeeds. */
const nonMemberOperations = all.filter(
  id => !['requestAttempt', 'startAttempt', 'takeHint', 'startLab'].includes(id),
) as Exclude<MemberOperation, 'requestAttempt' | 'startAttempt' | 'takeHint' | 'startLab'>[]

/** A group that another user lists and this one does not. */
function foreignGroup({ facts }: ProbeContext, role: Role): { group: number; task: number } {
  const own = new Set(facts.groupsOf(role).map(({ id }) => id))
  const foreign = [...facts.groups.values()].flat().filter(({ id }) => !own.has(id))
  const group = foreign.find(({ id }) => facts.getTasks(id).length > 0) ?? foreign[0]
  const { id } = requireValue(group, `group of others that ${role} does not belong to`)
  return { group: id, task: facts.getTasks(id)[0]?.id ?? facts.unknownId }
}

/** Servers count their records, so the neighbours of a listed group are likely to exist. */
const MAX_NEIGHBOURS = 8

/** The list of groups is whole: what it leaves out does not open. */
const unlistedGroups: Step = {
  name: 'getGroup: of groups that the list does not hold',
  operations: ['getGroup'],
  lane: 'unlisted groups',
  run: async probe => {
    const listed = new Set(probe.facts.groupsOf('student').map(({ id }) => id))
    const neighbours = [1, -1, 2, -2, 3].flatMap(step => [...listed].map(id => id + step))
    const unlisted = [...new Set(neighbours)]
      .filter(id => id > 0 && id <= MAX_ID && !listed.has(id))
      .slice(0, MAX_NEIGHBOURS)
    const { request } = actAs(probe, 'student')
    await probe.sideBySide(unlisted, async id => {
      const { status, exchange } = await request('getGroup', { path: { id } }, [[200], [403]])
      const what = `The list lacks group ${id}, and GET /groups/{id} opens it: the list is not whole, or the group is open to everybody.`
      if (status === 200)
        probe.report('DR63', { operationId: 'listGroups', place: 'answer 200', what }, exchange)
    })
  },
}

function taskElsewhere({ facts, now }: ProbeContext): { group: number; task: number } {
  const open = facts.groupsOf('student').filter(group => !group.is_admin && isOpen(group, now))
  for (const { id: group } of open) {
    const own = new Set(facts.getTasks(group).map(({ id }) => id))
    const task = open.flatMap(({ id }) => facts.getTasks(id)).find(({ id }) => !own.has(id))
    if (own.size > 0 && task) return { group, task: task.id }
  }
  throw new SkipStep('there is no second open group of the student with other tasks')
}

const unknownTask = (probe: ProbeContext) => ({ group: openGroup(probe).id, task: probe.facts.unknownId })

/** Who may access a group, and the detail of each rejection. */
export const authorizationSteps: readonly Step[] = [
  ...steps({
    ids: all,
    name: 'of an unknown group',
    as: 'student',
    expected: [[403, 'you dont have access to this group']],
    reason: 'an unknown group is answered as a closed one is',
    at: ({ facts }) => ({ group: facts.unknownId, task: facts.unknownId }),
  }),
  ...(['student', 'candidate'] as const).flatMap(as =>
    steps({
      ids: nonMemberOperations,
      name: `of a group that ${as} does not belong to`,
      as,
      expected: [[403, 'you dont have access to this group']],
      reason: 'the group exists, and the reader is no member of it',
      at: probe => foreignGroup(probe, as),
    }),
  ),
  unlistedGroups,
  ...steps({
    ids: ['getTask', 'getWriteup', 'getLabStatus', 'submitFlags'],
    name: 'of a task of another group',
    as: 'student',
    expected: [[404]],
    reason: 'the task exists, but not in this group',
    at: taskElsewhere,
  }),
  ...steps({
    ids: ['getTask', 'getWriteup', 'takeHint', 'openTerminal'],
    name: 'of an unknown task',
    as: 'student',
    expected: [[404, 'Task not found']],
    at: unknownTask,
  }),
  ...steps({
    ids: ['submitFlags', 'startLab'],
    name: 'of an unknown task',
    as: 'student',
    expected: [[404, 'Task is not found in database']],
    at: unknownTask,
  }),
  ...steps({
    ids: ['getLabStatus'],
    name: 'of an unknown task',
    as: 'student',
    expected: [[404, 'Task for status check not found']],
    at: unknownTask,
  }),
  ...steps({
    ids: ['takeHint', 'submitFlags', 'startLab', 'openTerminal'],
    name: 'of a disabled task',
    as: 'student',
    expected: [[403, 'You dont have access to this task']],
    reason: 'the task is disabled',
    at: ({ facts }) => {
      const { id, group_id } = facts.task('disabled task', ({ status }) => status === 'disabled')
      // A task may lack its id.
      return { group: group_id, task: requireValue(id, 'id of a disabled task') }
    },
  }),
  ...steps({
    ids: forAdmins,
    name: 'by a user who administers nothing',
    as: 'student',
    expected: [[403, 'you dont have access to this group']],
    reason: 'the reader does not administer the group',
    at: probe => ({ group: openGroup(probe).id }),
  }),
  ...steps({
    ids: forAdmins,
    name: 'with an unconfirmed address',
    as: 'newcomer',
    expected: [[403]],
    reason: 'the reader administers nothing, and the address is not confirmed',
    at: own('newcomer', 'group of newcomer', () => true),
  }),
  ...steps({
    ids: all,
    name: 'with an unconfirmed address',
    as: 'newcomer',
    expected: [[403, 'email not verified']],
    reason: 'the address of the reader is not confirmed',
    at: own('newcomer', 'group of newcomer', () => true),
  }),
  ...steps({
    ids: all,
    name: 'of a group that begins later',
    as: 'student',
    expected: [[403, 'Training in this group will begin later']],
    reason: 'the group has not begun',
    at: own('student', 'group that begins later', (group, { now }) => startsLater(group, now)),
  }),
  ...steps({
    ids: withoutBoard,
    name: 'of a group that has ended',
    as: 'student',
    expected: [[403, 'Training in this group has already ended']],
    reason: 'the group has ended',
    at: own('student', 'group that has ended', (group, { now }) => hasEnded(group, now)),
  }),
  ...steps({
    ids: ofTasks as Exclude<(typeof ofTasks)[number], 'findLmsTask'>[],
    name: 'of an exam without a running attempt',
    as: 'candidate',
    expected: [[409, 'no started attempt exists']],
    reason: 'no attempt of the reader is running',
    at: own('candidate', 'exam group without a running attempt', ({ is_exam, id }, { facts }) => {
      const { attempts = [] } = facts.fullGroups.get(`candidate:${id}`) ?? {}
      return is_exam && attempts.every(({ status }) => status !== 'exam_started')
    }),
  }),
]

/** What a browser sends in the preflight of the client's requests. */
const REQUESTED = { method: 'PATCH', headers: 'authorization, content-type' }

function getOrigin(probe: ProbeContext): string {
  return requireValue(probe.options.values.clientOrigin, 'value clientOrigin: the client has the same origin')
}

/** Only needed if the client has another origin than the server. */
export const corsSteps: readonly Step[] = [
  {
    name: 'preflight: of the client’s origin',
    operations: ['updateUsername'],
    isOwnSession: true,
    run: async probe => {
      const origin = getOrigin(probe)
      const seen = await probe.preflight('updateUsername', {
        origin,
        'access-control-request-method': REQUESTED.method,
        'access-control-request-headers': REQUESTED.headers,
      })
      const header = (name: string) => getHeader(seen.response?.headers ?? [], `access-control-${name}`)
      const wrong = getCorsProblems(origin, header)
      const status = seen.response?.status ?? 0
      if (status < 200 || status > 299) wrong.push(`it is answered ${status}`)
      if (!lists(header('allow-methods'), REQUESTED.method))
        wrong.push(`Allow-Methods does not name ${REQUESTED.method}`)
      for (const name of REQUESTED.headers.split(', '))
        if (!lists(header('allow-headers'), name)) wrong.push(`Allow-Headers does not name ${name}`)
      const what = `The preflight of ${origin} must succeed: ${wrong.join('; ')}.`
      if (wrong.length > 0) probe.reportGlobal('DR66', 'preflight', what, seen)
    },
  },
  {
    name: 'listGroups: from the client’s origin',
    operations: ['listGroups'],
    run: async probe => {
      const origin = getOrigin(probe)
      const { request } = actAs(probe, 'student')
      const { exchange } = await request('listGroups', {}, [[200]], { headers: { origin } })
      const wrong = getCorsProblems(origin, name =>
        getHeader(exchange.response?.headers ?? [], `access-control-${name}`),
      )
      const what = `Pages of ${origin} must be able to read answers: ${wrong.join('; ')}.`
      if (wrong.length > 0) probe.reportGlobal('DR66', 'answers', what, exchange)
    },
  },
]

function getCorsProblems(origin: string, header: (name: string) => string | undefined): string[] {
  const wrong: string[] = []
  if (header('allow-origin') !== origin) wrong.push(`Allow-Origin is ${header('allow-origin') ?? 'absent'}`)
  if (header('allow-credentials') !== 'true')
    wrong.push('Allow-Credentials is not true, so the refresh cookie is not sent')
  return wrong
}

function lists(value: string | undefined, name: string): boolean {
  return value?.split(',').some(part => part.trim().toLowerCase() === name.toLowerCase()) ?? false
}
