import type { Operation } from '../../../contract/operation'
import type { Contract } from '../../../contract/read-contract'
import { driftIds } from '../../../contract/validator/drift-ids'
import { getHeader } from '../../../contract/validator/exchange'
import {
  type AnyCall,
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

/** What `x-probe` takes a parameter from: the id of a group, or of a task of it. */
const sourceOf = ({ parameters }: Operation, from: 'listGroups' | 'getGroup') =>
  parameters.filter(({ source }) => source?.operation === from)

const forAdmins = ['setTaskVisibility', 'downloadFromLms', 'uploadToLms'] as const
type MemberOperation = Exclude<AuthzOperation, (typeof forAdmins)[number]>

type AuthzCase<Id extends OperationId> = {
  readonly ids: readonly Id[]
  readonly name: string
  readonly as: Role
  readonly expected: ExpectedResponses<Id>
  readonly reason?: string
  /** The group, and a task of it by default. */
  readonly at: (probe: ProbeContext) => { readonly group: number; readonly task?: number }
}

function steps<Id extends AuthzOperation>(
  contract: Contract,
  { ids, name, as, expected, reason, at }: AuthzCase<Id>,
): Step[] {
  return contract.operations
    .filter(({ operationId }) => ids.some(id => id === operationId))
    .map(operation => {
      const operationId = operation.operationId as Id
      return {
        name: `${operationId}: ${name}`,
        operations: [operationId],
        lane: operationId,
        run: async probe => {
          const { request } = actAs(probe, as)
          const { group, task } = at(probe)
          const needsTask = sourceOf(operation, 'getGroup').length > 0
          const id = task ?? (needsTask ? probe.facts.anyTaskId(group) : 0)
          const call = callAt(operation, probe, group, id) as Call<Id>
          await request(operationId, call, expected, reason === undefined ? {} : { reason })
        },
      }
    })
}

/** The safe request of an operation, at this group and task. */
function callAt(operation: Operation, { facts }: ProbeContext, group: number, task: number): AnyCall {
  const ids = (place: 'path' | 'query') =>
    Object.fromEntries([
      ...sourceOf(operation, 'listGroups').flatMap(one => (one.in === place ? [[one.name, group]] : [])),
      ...sourceOf(operation, 'getGroup').flatMap(one => (one.in === place ? [[one.name, task]] : [])),
    ])
  const { path, query, ...rest } = safeRequest(operation, facts) ?? {}
  return { ...rest, path: { ...path, ...ids('path') }, query: { ...query, ...ids('query') } }
}

const own =
  (role: Role, what: string, isMatch: (group: GroupSummary, probe: ProbeContext) => boolean) =>
  (probe: ProbeContext) => ({
    group: probe.facts.group(role, what, group => !group.is_admin && isMatch(group, probe)).id,
  })

/** Each read of a group for which there is no step among these. */
export function otherReads({ operations }: Contract, steps: readonly Step[]): Step[] {
  const named = new Set<string>(steps.flatMap(step => step.operations))
  const isOfGroup = (operation: Operation) =>
    sourceOf(operation, 'listGroups').length > 0 && sourceOf(operation, 'getGroup').length === 0
  return operations
    .filter(
      operation => operation.effect === 'read' && !named.has(operation.operationId) && isOfGroup(operation),
    )
    .map(operation => ({
      name: `${operation.operationId}: of an open group`,
      operations: [operation.operationId as OperationId],
      run: async probe => {
        const call = callAt(operation, probe, openGroup(probe).id, 0)
        // The types know only operations of the contract as it is committed.
        await actAs(probe, 'student').request(operation.operationId as 'getGroup', call as Call<'getGroup'>, [
          [200],
        ])
      },
    }))
}

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
        probe.findings.report(
          driftIds.wrongRelation,
          { operationId: 'listGroups', place: 'answer 200', what },
          exchange,
        )
    })
  },
}

function taskElsewhere({ facts, sender }: ProbeContext): { group: number; task: number } {
  const open = facts.groupsOf('student').filter(group => !group.is_admin && isOpen(group, sender.now))
  for (const { id: group } of open) {
    const own = new Set(facts.getTasks(group).map(({ id }) => id))
    const task = open.flatMap(({ id }) => facts.getTasks(id)).find(({ id }) => !own.has(id))
    if (own.size > 0 && task) return { group, task: task.id }
  }
  throw new SkipStep('there is no second open group of the student with other tasks')
}

const unknownTask = (probe: ProbeContext) => ({ group: openGroup(probe).id, task: probe.facts.unknownId })

/** Nothing is started or taken if one of these succeeds. */
const changing = ['requestAttempt', 'startAttempt', 'takeHint', 'startLab'] as const

/** Who may access a group, and the detail of each rejection. */
export function authorizationSteps(contract: Contract): Step[] {
  const tested = contract.operations.filter(
    operation =>
      sourceOf(operation, 'listGroups').length > 0 &&
      operation.responses.some(({ details }) => details?.includes('you dont have access to this group')),
  )
  const without = (...ids: readonly string[]) =>
    tested.map(({ operationId }) => operationId).filter(id => ![...ids, ...forAdmins].includes(id))
  const all = without() as MemberOperation[]
  const nonMemberOperations = without(...changing) as Exclude<MemberOperation, (typeof changing)[number]>[]
  const withoutBoard = without('getLeaderboard') as Exclude<MemberOperation, 'getLeaderboard'>[]
  const ofTasks = tested
    .filter(operation => sourceOf(operation, 'getGroup').length > 0)
    .map(({ operationId }) => operationId as MemberOperation)
    .filter(id => withoutBoard.some(one => one === id)) as OperationWith<409, 'no started attempt exists'>[]
  return [
    ...steps(contract, {
      ids: all,
      name: 'of an unknown group',
      as: 'student',
      expected: [[403, 'you dont have access to this group']],
      reason: 'an unknown group is answered as a closed one is',
      at: ({ facts }) => ({ group: facts.unknownId, task: facts.unknownId }),
    }),
    ...(['student', 'candidate'] as const).flatMap(as =>
      steps(contract, {
        ids: nonMemberOperations,
        name: `of a group that ${as} does not belong to`,
        as,
        expected: [[403, 'you dont have access to this group']],
        reason: 'the group exists, and the reader is no member of it',
        at: probe => foreignGroup(probe, as),
      }),
    ),
    unlistedGroups,
    ...steps(contract, {
      ids: ['getTask', 'getWriteup', 'getLabStatus', 'submitFlags'],
      name: 'of a task of another group',
      as: 'student',
      expected: [[404]],
      reason: 'the task exists, but not in this group',
      at: taskElsewhere,
    }),
    ...steps(contract, {
      ids: ['getTask', 'getWriteup', 'takeHint', 'openTerminal'],
      name: 'of an unknown task',
      as: 'student',
      expected: [[404, 'Task not found']],
      at: unknownTask,
    }),
    ...steps(contract, {
      ids: ['submitFlags', 'startLab'],
      name: 'of an unknown task',
      as: 'student',
      expected: [[404, 'Task is not found in database']],
      at: unknownTask,
    }),
    ...steps(contract, {
      ids: ['getLabStatus'],
      name: 'of an unknown task',
      as: 'student',
      expected: [[404, 'Task for status check not found']],
      at: unknownTask,
    }),
    ...steps(contract, {
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
    ...steps(contract, {
      ids: forAdmins,
      name: 'by a user who administers nothing',
      as: 'student',
      expected: [[403, 'you dont have access to this group']],
      reason: 'the reader does not administer the group',
      at: probe => ({ group: openGroup(probe).id }),
    }),
    ...steps(contract, {
      ids: forAdmins,
      name: 'with an unconfirmed address',
      as: 'newcomer',
      expected: [[403]],
      reason: 'the reader administers nothing, and the address is not confirmed',
      at: own('newcomer', 'group of newcomer', () => true),
    }),
    ...steps(contract, {
      ids: all,
      name: 'with an unconfirmed address',
      as: 'newcomer',
      expected: [[403, 'email not verified']],
      reason: 'the address of the reader is not confirmed',
      at: own('newcomer', 'group of newcomer', () => true),
    }),
    ...steps(contract, {
      ids: all,
      name: 'of a group that begins later',
      as: 'student',
      expected: [[403, 'Training in this group will begin later']],
      reason: 'the group has not begun',
      at: own('student', 'group that begins later', (group, { sender }) => startsLater(group, sender.now)),
    }),
    ...steps(contract, {
      ids: withoutBoard,
      name: 'of a group that has ended',
      as: 'student',
      expected: [[403, 'Training in this group has already ended']],
      reason: 'the group has ended',
      at: own('student', 'group that has ended', (group, { sender }) => hasEnded(group, sender.now)),
    }),
    ...steps(contract, {
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
}

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
      const seen = await probe.sender.preflight('updateUsername', {
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
      if (wrong.length > 0) probe.findings.reportGlobal(driftIds.crossOrigin, 'preflight', what, seen)
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
      if (wrong.length > 0) probe.findings.reportGlobal(driftIds.crossOrigin, 'answers', what, exchange)
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
