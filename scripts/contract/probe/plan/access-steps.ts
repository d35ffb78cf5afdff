import type { Operation } from '../../../lib/operation'
import type { Contract } from '../../../lib/read-contract'
import { getHeader } from '../../../lib/validator/exchange'
import {
  type Call,
  type DetailOf,
  type ExpectedResponses,
  type GroupSummary,
  hasEnded,
  type OperationId,
  type OperationWith,
  startsLater,
  unknownId,
} from '../facts'
import type { ProbeContext } from '../probe-context'
import { type Role, requireValue } from '../probe-options'
import type { Step } from '../step'
import { safeRequest } from './safe-requests'

/** Operations with a bearer token; the compiler checks that each documents both errors. */
type BearerOperation = Exclude<
  OperationWith<401, 'No token provided'> & OperationWith<401, 'Invalid token'>,
  never
>

function stepsFor(operation: Operation): Step[] {
  const operationId = operation.operationId as BearerOperation
  const call = safeRequest(operation)
  if (!call) return []
  const makeStep = (
    name: string,
    token: string | undefined,
    detail: 'No token provided' | 'Invalid token',
    reason: string,
  ): Step => ({
    name: `${operationId}: ${name}`,
    operations: [operationId],
    run: async probe => {
      await probe.request({
        operationId,
        call,
        auth: token === undefined ? {} : { token },
        expected: [[401, detail]],
        reason,
      })
    },
  })
  return [
    makeStep('without a token', undefined, 'No token provided', 'no token was sent'),
    makeStep(
      'with an unknown token',
      'nobody-has-this-token',
      'Invalid token',
      'the access token is not good, which the client answers by a refresh',
    ),
  ]
}

/** Without a token and with an invalid one: the client's silent refresh depends on these responses. */
export function authenticationSteps(contract: Contract): Step[] {
  return contract.operations.filter(({ security }) => security === 'bearer').flatMap(stepsFor)
}

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

/** What a browser sends in the preflight of the client's requests. */
const REQUESTED = { method: 'PATCH', headers: 'authorization, content-type' }

function originOf(probe: ProbeContext): string {
  return requireValue(probe.options.values.clientOrigin, 'value clientOrigin: the client has the same origin')
}

/** Only needed if the client has another origin than the server. */
export const corsSteps: readonly Step[] = [
  {
    name: 'preflight: of the client’s origin',
    operations: ['updateUsername'],
    isOwnSession: true,
    run: async probe => {
      const origin = originOf(probe)
      const seen = await probe.preflight('updateUsername', {
        origin,
        'access-control-request-method': REQUESTED.method,
        'access-control-request-headers': REQUESTED.headers,
      })
      const header = (name: string) => getHeader(seen.response?.headers ?? [], `access-control-${name}`)
      const wrong = wrongsOf(origin, header)
      const status = seen.response?.status ?? 0
      if (status < 200 || status > 299) wrong.push(`it is answered ${status}`)
      if (!lists(header('allow-methods'), REQUESTED.method))
        wrong.push(`Allow-Methods does not name ${REQUESTED.method}`)
      for (const name of REQUESTED.headers.split(', '))
        if (!lists(header('allow-headers'), name)) wrong.push(`Allow-Headers does not name ${name}`)
      if (wrong.length > 0)
        probe.reportGlobal(
          'DR66',
          'preflight',
          `The preflight of ${origin} must succeed: ${wrong.join('; ')}.`,
          seen,
        )
    },
  },
  {
    name: 'listGroups: from the client’s origin',
    operations: ['listGroups'],
    run: async probe => {
      const origin = originOf(probe)
      const auth = { user: probe.user('student') }
      const headers = { origin }
      const { exchange } = await probe.request({
        operationId: 'listGroups',
        call: {},
        auth,
        expected: [[200]],
        headers,
      })
      const wrong = wrongsOf(origin, name =>
        getHeader(exchange.response?.headers ?? [], `access-control-${name}`),
      )
      if (wrong.length > 0)
        probe.reportGlobal(
          'DR66',
          'answers',
          `Pages of ${origin} must be able to read answers: ${wrong.join('; ')}.`,
          exchange,
        )
    },
  },
]

function wrongsOf(origin: string, header: (name: string) => string | undefined): string[] {
  const wrong: string[] = []
  if (header('allow-origin') !== origin) wrong.push(`Allow-Origin is ${header('allow-origin') ?? 'absent'}`)
  if (header('allow-credentials') !== 'true')
    wrong.push('Allow-Credentials is not true, so the refresh cookie is not sent')
  return wrong
}

function lists(value: string | undefined, name: string): boolean {
  return value?.split(',').some(part => part.trim().toLowerCase() === name.toLowerCase()) ?? false
}
