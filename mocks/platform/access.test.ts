import { describe, expect, it } from 'vitest'
import { mockOperations } from '../operations'
import { type OperationId, operationTable } from '../operations.gen'
import { type Call, createPlatform } from '../test-platform'
import { personaPassword, personas } from './personas'
import { tableKeys } from './tables'

/** Users must verify their email before they can work on the platform. */

const task = { group: 1, task: 104 }
const lab = { group_id: 1, task_id: 104 }
const group = { id: 1 }
const exam = { id: 8 }

/** Not allowed until the email is verified. */
const closed: Partial<Record<OperationId, Call>> = {
  getGroup: { params: group },
  listTaskStatuses: { params: group },
  getLeaderboard: { params: group },
  setTaskVisibility: { params: task, body: { visible: false } },
  getTask: { params: task },
  takeHint: { params: task },
  getWriteup: { params: task },
  submitFlags: { query: lab, body: { flags: ['flag{x}'] } },
  startLab: { query: lab },
  stopLab: { query: lab },
  getLabStatus: { query: lab },
  openTerminal: { params: task },
  requestAttempt: { params: exam },
  startAttempt: { params: exam },
  downloadFromLms: { params: group },
  uploadToLms: { params: group },
  findLmsTask: { body: { mnemonic_code_group: 'sec-autumn-26', gitlab_id: '4101' } },
  getVpnConfig: {},
  updateUsername: { body: { new_username: 'newcomer-2' } },
  updatePassword: { body: { old_password: personaPassword, new_password: 'gora-reka-41' } },
  shareProfile: {},
}

/** Always allowed, with the reason. */
const open: Partial<Record<OperationId, [call: Call, why: string]>> = {
  listGroups: [{}, 'names and dates of the own groups, which the screens show'],
  requestEmailVerification: [{}, 'needed to verify the email'],
  sendFeedback: [{}, 'needed to ask for help'],
  getCompetencies: [{}, 'the own profile'],
  hideProfile: [{}, 'hiding is always possible'],
  checkPayment: [{ query: { attempt_id: 77 } }, 'unverified users have no attempts'],
}

/** A member and administrator of every group: only the email is unverified. */
const createPlatformFor = (isVerified: boolean) => {
  const platform = createPlatform()
  const { tables, content } = platform.db
  const { id } = personas.newcomer
  tables.users.patch(id, { email_verified: isVerified })
  for (const groupId of content.groups.keys()) {
    const row = { group_id: groupId, user_id: id, is_admin: true, joined_at: 0 }
    tables.memberships.put(tableKeys.membership(groupId, id), row)
  }
  return platform
}

it('every authenticated operation with a handler is in one of the two lists', () => {
  const known = [...Object.keys(closed), ...Object.keys(open)]
  const personal = operationTable.filter(
    ({ security, operationId }) => security === 'bearer' && mockOperations[operationId] !== 'generated',
  )
  expect(known.sort()).toEqual(personal.map(({ operationId }) => operationId).sort())
})

describe('blocked until the email is verified', () => {
  it.each(Object.entries(closed) as [OperationId, Call][])('%s', async (operationId, call) => {
    const response = await createPlatformFor(false).call(operationId, { ...call, as: 'newcomer' })
    expect([response.status, response.body]).toEqual([403, { detail: 'email not verified' }])
    const later = await createPlatformFor(true).call(operationId, { ...call, as: 'newcomer' })
    expect(later.body?.detail).not.toBe('email not verified')
    expect(later.status).not.toBe(422)
  })
})

describe('always allowed', () => {
  it.each(Object.entries(open) as [OperationId, [Call, string]][])('%s', async (operationId, [call]) => {
    const form = new FormData()
    form.set('text', 'Письмо не приходит')
    const platform = createPlatformFor(false)
    const response = await platform.call(operationId, {
      ...call,
      as: 'newcomer',
      ...(operationId === 'sendFeedback' && { form }),
    })
    expect(response.status).not.toBe(403)
    expect(response.status).not.toBe(422)
  })
})
