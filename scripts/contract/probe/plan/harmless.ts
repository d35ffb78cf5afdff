import type { Operation } from '../../../lib/operation'
import type { Call, LooseCall, OperationId } from '../contract-types'
import { unknownId } from '../facts'

const task = { path: { group: unknownId, task: unknownId } }
const lab = { query: { group_id: unknownId, task_id: unknownId } }
const group = { path: { id: unknownId } }

/**
 * A right question for an operation that could do no harm even where it is answered: it is about records that
 * nobody has. What must be refused is made from these.
 */
const written: { readonly [Id in OperationId]?: Call<Id> } = {
  login: { json: { username: 'nobody-signs-in-so', password: 'not-the-password' } },
  checkInvite: { path: { code: 'nowhere' } },
  register: {
    json: {
      email: 'nobody@example.com',
      username: 'nobody-signs-in-so',
      password: 'not-the-password',
      invite: 'nowhere',
    },
  },
  completeLmsLogin: { json: { code: 'nobody' } },
  refreshSession: {},
  logout: {},
  requestPasswordReset: { query: { email: 'nobody@example.com' } },
  setNewPassword: { json: { token: 'nobody', password: 'not-the-password' } },
  requestEmailVerification: {},
  listGroups: {},
  getGroup: group,
  listTaskStatuses: group,
  setTaskVisibility: { ...task, json: { visible: true } },
  getLeaderboard: group,
  requestAttempt: group,
  startAttempt: group,
  checkPayment: { query: { attempt_id: unknownId } },
  downloadFromLms: group,
  uploadToLms: group,
  findLmsTask: { json: { mnemonic_code_group: 'nowhere', gitlab_id: '0' } },
  getTask: task,
  takeHint: task,
  getWriteup: task,
  submitFlags: { ...lab, json: { flags: ['wrong{}'] } },
  openTerminal: task,
  startLab: lab,
  stopLab: lab,
  getLabStatus: lab,
  getVpnConfig: {},
  updateUsername: { json: { new_username: 'nobody-signs-in-so' } },
  updatePassword: { json: { old_password: 'not-the-password', new_password: 'not-the-password' } },
  shareProfile: {},
  hideProfile: {},
  getSharedProfile: { path: { link: 'a-link-that-nobody-has' } },
  getCompetencies: { query: { user_id: unknownId } },
  sendFeedback: { form: { text: 'Contract check.' } },
}

/**
 * The harmless question of an operation. One that nobody has written yet asks for records that nobody has; undefined for
 * one with a body, which has to be written.
 */
export function harmlessCall({ operationId, parameters, body }: Operation): LooseCall | undefined {
  const own: LooseCall | undefined = written[operationId as OperationId]
  if (own ?? body) return own
  const valuesIn = (place: 'path' | 'query') =>
    Object.fromEntries(
      parameters
        .filter(one => one.in === place && one.required)
        .map(({ name, schema }) => [name, schema.type === 'integer' ? unknownId : 'nowhere']),
    )
  return { path: valuesIn('path'), query: valuesIn('query') }
}
