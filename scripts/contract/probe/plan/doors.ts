import type { Answers, Call, DetailOf, GroupSummary, OperationId, OperationWith } from '../contract-types'
import { isEnded, isLater, unknownId } from '../facts'
import type { Role } from '../probe-options'
import type { Scene } from '../scene'
import type { Step } from '../step'

type GroupDoor = OperationWith<403, 'you dont have access to this group' & DetailOf<'getGroup', 403>>
type Door = Exclude<GroupDoor, 'setTaskVisibility' | 'downloadFromLms' | 'uploadToLms' | 'findLmsTask'>

/** How each operation asks for a group, and for a task of it. */
const doors = {
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
} satisfies { readonly [Id in Door]?: (group: number, task: number) => Call<Id> }

/** The doors that are asked at; the coverage of a run tells when one is missing. */
type AskedDoor = keyof typeof doors
const all = Object.keys(doors) as AskedDoor[]

type Closed<Id extends OperationId> = {
  readonly ids: readonly Id[]
  readonly name: string
  readonly as: Role
  readonly answers: Answers<Id>
  readonly because: string
  readonly group: (scene: Scene) => number
}

function steps<Id extends AskedDoor>({ ids, name, as, answers, because, group }: Closed<Id>): Step[] {
  return ids.map(operationId => ({
    name: `${operationId}: ${name}`,
    operations: [operationId],
    run: async scene => {
      const by = { person: scene.person(as) }
      const id = group(scene)
      const needsTask = doors[operationId].length === 2
      const task = !needsTask || id === unknownId ? unknownId : scene.facts.someTaskOf(id)
      await scene.ask({ operationId, call: doors[operationId](id, task), by, answers, because })
    },
  }))
}

const own =
  (role: Role, what: string, isIt: (group: GroupSummary, scene: Scene) => boolean) => (scene: Scene) =>
    scene.facts.group(role, what, group => !group.is_admin && isIt(group, scene)).id

const others: AskedDoor[] = all.filter(id => id !== 'getLeaderboard')
const withoutBoard = others as Exclude<AskedDoor, 'getLeaderboard'>[]

const ofTasks = withoutBoard.filter(id => doors[id].length === 2) as OperationWith<
  409,
  'no started attempt exists'
>[]

/** Specification, section 6: who is let into a group, in the words of each refusal. */
export const doorSteps: readonly Step[] = [
  ...steps({
    ids: all,
    name: 'of an unknown group',
    as: 'student',
    answers: [[403, 'you dont have access to this group']],
    because: 'an unknown group is answered as a closed one is',
    group: () => unknownId,
  }),
  ...steps({
    ids: all,
    name: 'with an unconfirmed address',
    as: 'newcomer',
    answers: [[403, 'email not verified']],
    because: 'the address of the reader is not confirmed',
    group: own('newcomer', 'group of newcomer', () => true),
  }),
  ...steps({
    ids: all,
    name: 'of a group that begins later',
    as: 'student',
    answers: [[403, 'Training in this group will begin later']],
    because: 'the group has not begun',
    group: own('student', 'group that begins later', (group, { now }) => isLater(group, now)),
  }),
  ...steps({
    ids: withoutBoard,
    name: 'of a group that has ended',
    as: 'student',
    answers: [[403, 'Training in this group has already ended']],
    because: 'the group has ended',
    group: own('student', 'group that has ended', (group, { now }) => isEnded(group, now)),
  }),
  ...steps({
    ids: ofTasks as Exclude<(typeof ofTasks)[number], 'findLmsTask'>[],
    name: 'of an exam without a running attempt',
    as: 'candidate',
    answers: [[409, 'no started attempt exists']],
    because: 'no attempt of the reader is running',
    group: own('candidate', 'exam group without a running attempt', ({ is_exam, id }, { facts }) => {
      const { attempts = [] } = facts.wholeGroups.get(`candidate:${id}`) ?? {}
      return is_exam && attempts.every(({ status }) => status !== 'exam_started')
    }),
  }),
]
