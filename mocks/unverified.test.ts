import { describe, expect, it } from 'vitest'
import { type OperationId, operationTable } from './operations.gen'
import { personaPassword, personas } from './platform/personas'
import { keyOf } from './platform/tables'
import { type Call, createPlatform } from './test-platform'

/** Without a confirmed address there is no work on the platform (specification, section 6). */

const task = { group: 1, task: 104 }
const lab = { group_id: 1, task_id: 104 }
const group = { id: 1 }
const exam = { id: 8 }

/** What a person whose address is not confirmed may not do. */
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

/** What stays open, with the reason. */
const open: Partial<Record<OperationId, [call: Call, why: string]>> = {
  listGroups: [{}, 'names and dates of the own groups, so that the screens can say what waits'],
  requestEmailVerification: [{}, 'the way out'],
  sendFeedback: [{}, 'the way to ask for help'],
  getCompetencies: [{}, 'the own page'],
  hideProfile: [{}, 'taking something back is never refused'],
  checkPayment: [
    { query: { attempt_id: 77 } },
    'it tells of attempts, and without the address there are none',
  ],
}

/** A newcomer who belongs to every group, as an administrator too: only the address stands in the way. */
const platformOf = (isVerified: boolean) => {
  const platform = createPlatform()
  const { tables, content } = platform.db
  const { id } = personas.newcomer
  tables.users.patch(id, { email_verified: isVerified })
  for (const groupId of content.groups.keys()) {
    const row = { group_id: groupId, user_id: id, is_admin: true, joined_at: 0 }
    tables.memberships.put(keyOf.membership(groupId, id), row)
  }
  return platform
}

it('every call of a person is in one of the two lists', () => {
  const known = [...Object.keys(closed), ...Object.keys(open)]
  const personal = operationTable.filter(({ security }) => security === 'bearer')
  expect(known.sort()).toEqual(personal.map(({ operationId }) => operationId).sort())
})

describe('closed until the address is confirmed', () => {
  it.each(Object.entries(closed) as [OperationId, Call][])('%s', async (operationId, call) => {
    const answer = await platformOf(false).call(operationId, { ...call, as: 'newcomer' })
    expect([answer.status, answer.body]).toEqual([403, { detail: 'email not verified' }])
    const later = await platformOf(true).call(operationId, { ...call, as: 'newcomer' })
    expect(later.body?.detail).not.toBe('email not verified')
    expect(later.status).not.toBe(422)
  })
})

describe('open all the same', () => {
  it.each(Object.entries(open) as [OperationId, [Call, string]][])('%s', async (operationId, [call]) => {
    const form = new FormData()
    form.set('text', 'Письмо не приходит')
    const platform = platformOf(false)
    const answer = await platform.call(operationId, {
      ...call,
      as: 'newcomer',
      ...(operationId === 'sendFeedback' && { form }),
    })
    expect(answer.status).not.toBe(403)
    expect(answer.status).not.toBe(422)
  })
})
