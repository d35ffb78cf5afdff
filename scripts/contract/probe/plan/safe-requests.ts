import type { Operation } from '../../../lib/operation'
import type { AnyCall, Call, Facts, OperationId } from '../facts'

/**
 * Valid requests that do no harm even if they succeed: they refer to records that do not exist, under names that no
 * other request uses. Invalid requests are derived from them.
 */
function safeRequests(unknownId: number, name: string): { readonly [Id in OperationId]?: Call<Id> } {
  const task = { path: { group: unknownId, task: unknownId } }
  const lab = { query: { group_id: unknownId, task_id: unknownId } }
  const group = { path: { id: unknownId } }
  return {
    login: { json: { username: name, password: 'not-the-password' } },
    checkInvite: { path: { code: 'nowhere' } },
    register: {
      json: {
        email: `${name}@example.com`,
        username: name,
        password: 'not-the-password',
        invite: 'nowhere',
      },
    },
    completeLmsLogin: { json: { code: name } },
    refreshSession: {},
    logout: {},
    requestPasswordReset: { query: { email: `${name}@example.com` } },
    setNewPassword: { json: { token: name, password: 'not-the-password' } },
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
    updateUsername: { json: { new_username: name } },
    updatePassword: { json: { old_password: 'not-the-password', new_password: 'not-the-password' } },
    shareProfile: {},
    hideProfile: {},
    getSharedProfile: { path: { link: 'an-unknown-share-link' } },
    getCompetencies: { query: { user_id: unknownId } },
    sendFeedback: { form: { text: 'Contract check.' } },
  }
}

/** Generated from the parameters if not listed; undefined for an unlisted operation with a body. */
export function safeRequest({ operationId, parameters, body }: Operation, facts: Facts): AnyCall | undefined {
  const { unknownId } = facts
  const own: AnyCall | undefined = safeRequests(unknownId, facts.unusedName())[operationId as OperationId]
  if (own ?? body) return own
  const valuesIn = (place: 'path' | 'query') =>
    Object.fromEntries(
      parameters
        .filter(one => one.in === place && one.required)
        .map(({ name, schema }) => [name, schema.type === 'integer' ? unknownId : 'nowhere']),
    )
  return { path: valuesIn('path'), query: valuesIn('query') }
}
