import type {
  Call,
  DetailOf,
  ExpectedResponses,
  GroupSummary,
  OperationId,
  OperationWith,
} from '../contract-types'
import { hasEnded, startsLater, unknownId } from '../facts'
import type { ProbeContext } from '../probe-context'
import type { Role } from '../probe-options'
import type { Step } from '../step'

type GroupOperation = OperationWith<403, 'you dont have access to this group' & DetailOf<'getGroup', 403>>
type AuthzOperation = Exclude<
  GroupOperation,
  'setTaskVisibility' | 'downloadFromLms' | 'uploadToLms' | 'findLmsTask'
>

/** How each operation addresses a group and a task. */
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
} satisfies { readonly [Id in AuthzOperation]?: (group: number, task: number) => Call<Id> }

/** The coverage of a run shows if one is missing. */
type TestedOperation = keyof typeof AUTHZ_CASES
const all = Object.keys(AUTHZ_CASES) as TestedOperation[]

type AuthzCase<Id extends OperationId> = {
  readonly ids: readonly Id[]
  readonly name: string
  readonly as: Role
  readonly expected: ExpectedResponses<Id>
  readonly reason: string
  readonly group: (probe: ProbeContext) => number
}

function steps<Id extends TestedOperation>({
  ids,
  name,
  as,
  expected,
  reason,
  group,
}: AuthzCase<Id>): Step[] {
  return ids.map(operationId => ({
    name: `${operationId}: ${name}`,
    operations: [operationId],
    run: async probe => {
      const auth = { user: probe.user(as) }
      const id = group(probe)
      const needsTask = AUTHZ_CASES[operationId].length === 2
      const task = !needsTask || id === unknownId ? unknownId : probe.facts.anyTaskId(id)
      await probe.request({ operationId, call: AUTHZ_CASES[operationId](id, task), auth, expected, reason })
    },
  }))
}

const own =
  (role: Role, what: string, isMatch: (group: GroupSummary, probe: ProbeContext) => boolean) =>
  (probe: ProbeContext) =>
    probe.facts.group(role, what, group => !group.is_admin && isMatch(group, probe)).id

const others: TestedOperation[] = all.filter(id => id !== 'getLeaderboard')
const withoutBoard = others as Exclude<TestedOperation, 'getLeaderboard'>[]

const ofTasks = withoutBoard.filter(id => AUTHZ_CASES[id].length === 2) as OperationWith<
  409,
  'no started attempt exists'
>[]

/** Who may access a group, and the detail of each rejection. */
export const authorizationSteps: readonly Step[] = [
  ...steps({
    ids: all,
    name: 'of an unknown group',
    as: 'student',
    expected: [[403, 'you dont have access to this group']],
    reason: 'an unknown group is answered as a closed one is',
    group: () => unknownId,
  }),
  ...steps({
    ids: all,
    name: 'with an unconfirmed address',
    as: 'newcomer',
    expected: [[403, 'email not verified']],
    reason: 'the address of the reader is not confirmed',
    group: own('newcomer', 'group of newcomer', () => true),
  }),
  ...steps({
    ids: all,
    name: 'of a group that begins later',
    as: 'student',
    expected: [[403, 'Training in this group will begin later']],
    reason: 'the group has not begun',
    group: own('student', 'group that begins later', (group, { now }) => startsLater(group, now)),
  }),
  ...steps({
    ids: withoutBoard,
    name: 'of a group that has ended',
    as: 'student',
    expected: [[403, 'Training in this group has already ended']],
    reason: 'the group has ended',
    group: own('student', 'group that has ended', (group, { now }) => hasEnded(group, now)),
  }),
  ...steps({
    ids: ofTasks as Exclude<(typeof ofTasks)[number], 'findLmsTask'>[],
    name: 'of an exam without a running attempt',
    as: 'candidate',
    expected: [[409, 'no started attempt exists']],
    reason: 'no attempt of the reader is running',
    group: own('candidate', 'exam group without a running attempt', ({ is_exam, id }, { facts }) => {
      const { attempts = [] } = facts.fullGroups.get(`candidate:${id}`) ?? {}
      return is_exam && attempts.every(({ status }) => status !== 'exam_started')
    }),
  }),
]
