import type { Operation } from '../packages/contract/operation'
import { type HandledOperationId, mockOperations } from './operations'
import { operationTable } from './operations.gen'
import { payAtBank } from './platform/exam-events'
import { personaPassword } from './platform/personas'
import type { Call, createPlatform } from './test-platform'

type Platform = ReturnType<typeof createPlatform>
/** A request, or a function that creates the necessary state first. */
type HappyCall = Call | ((platform: Platform) => Call | Promise<Call>)

const lab = { task_id: 104, group_id: 1 }

/** A successful call of each operation that more than a student's call of a group and a task is. */
const happyCalls: Partial<Record<HandledOperationId, HappyCall>> = {
  login: { body: { username: 'student', password: personaPassword } },
  completeLmsLogin: { body: { code: 'lms-demo-code' } },
  refreshSession: async ({ call }) => {
    const { body } = await call('login', { body: { username: 'student', password: personaPassword } })
    return { headers: { cookie: `refresh_token=${body.refresh_token}` } }
  },
  logout: async ({ call }) => {
    const { body } = await call('login', { body: { username: 'student', password: personaPassword } })
    return { headers: { cookie: `refresh_token=${body.refresh_token}` } }
  },
  checkInvite: { params: { code: 'AUTUMN-2026' } },
  register: {
    body: { email: 'anna@mail.example', username: 'anna', password: 'gora-reka-41', invite: 'AUTUMN-2026' },
  },
  requestPasswordReset: { query: { email: 'alexandra.vorobyova@student.example' } },
  setNewPassword: async ({ call, db }) => {
    await call('requestPasswordReset', { query: { email: 'alexandra.vorobyova@student.example' } })
    const [row] = db.tables.mailTokens.values()
    return { body: { token: row?.token, password: 'gora-reka-41' } }
  },
  requestEmailVerification: { as: 'newcomer' },
  setTaskVisibility: { as: 'admin', params: { group: 1, task: 101 }, body: { visible: false } },
  getWriteup: { as: 'admin', params: { group: 1, task: 103 } },
  submitFlags: ({ db }) => ({
    as: 'student',
    query: { task_id: 101, group_id: 1 },
    body: { flags: db.getFlags(1, 1, 101) },
  }),
  startLab: { as: 'student', query: lab },
  stopLab: async ({ call }) => {
    await call('startLab', { as: 'student', query: lab })
    return { as: 'student', query: lab }
  },
  getLabStatus: async ({ call, db }) => {
    await call('startLab', { as: 'student', query: lab })
    db.clock.advance(600_000)
    return { as: 'student', query: lab }
  },
  openTerminal: async ({ call, db }) => {
    await call('startLab', { as: 'student', query: lab })
    db.clock.advance(600_000)
    return { as: 'student', params: { group: 1, task: 104 } }
  },
  requestAttempt: { as: 'candidate', params: { id: 5 } },
  startAttempt: async ({ call, db }) => {
    const { body } = await call('requestAttempt', { as: 'candidate', params: { id: 5 } })
    payAtBank(db, 'candidate', 5, 'pay')
    db.clock.advance(60_000)
    await call('checkPayment', { as: 'candidate', query: { attempt_id: body.attempts.at(-1)?.id ?? 0 } })
    return { as: 'candidate', params: { id: 5 } }
  },
  checkPayment: async ({ call }) => {
    const { body } = await call('requestAttempt', { as: 'candidate', params: { id: 5 } })
    return { as: 'candidate', query: { attempt_id: body.attempts.at(-1)?.id ?? 0 } }
  },
  downloadFromLms: { as: 'admin', params: { id: 1 } },
  uploadToLms: { as: 'admin', params: { id: 1 } },
  findLmsTask: { as: 'lms', body: { mnemonic_code_group: 'sec-autumn-26', gitlab_id: '4101' } },
  updateUsername: { as: 'student', body: { new_username: 'student-2' } },
  updatePassword: { as: 'student', body: { old_password: personaPassword, new_password: 'gora-reka-41' } },
  getSharedProfile: async ({ call }) => {
    const { body } = await call('shareProfile', { as: 'student' })
    return { params: { link: body.link } }
  },
  sendFeedback: () => {
    const form = new FormData()
    form.set('text', 'Спасибо!')
    form.set('files', new File(['%PDF'], 'screen.pdf'))
    return { as: 'student', form }
  },
}

/** The group and the task that a parameter is about, as `x-probe` of the contract says. */
const ids: Record<string, number> = { listGroups: 1, getGroup: 101 }

const studentsCall = ({ parameters }: Operation): Call => ({
  as: 'student',
  params: Object.fromEntries(parameters.map(({ name, source }) => [name, ids[source?.operation ?? ''] ?? 0])),
})

/** Every operation with a handler, and its successful call. Sampled operations have tests of their own. */
export const handledOperations = operationTable.flatMap(operation => {
  const id = operation.operationId as HandledOperationId
  return mockOperations[id] === 'generated'
    ? []
    : [{ ...operation, call: happyCalls[id] ?? studentsCall(operation) }]
})

export type HandledOperation = (typeof handledOperations)[number]

export const createCall = async ({ call }: HandledOperation, platform: Platform): Promise<Call> =>
  typeof call === 'function' ? call(platform) : call
