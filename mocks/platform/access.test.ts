import { describe, expect, it } from 'vitest'
import { createCall, type HandledOperation, handledOperations } from '../happy-calls'
import type { OperationId } from '../operations.gen'
import { createPlatform } from '../test-platform'
import { type PersonaName, personas } from './personas'
import { tableKeys } from './tables'

const notMember = 'you dont have access to this group'
const later = 'Training in this group will begin later'
const ended = 'Training in this group has already ended'

describe('access to a group', () => {
  it.each<[PersonaName, number, number, string?]>([
    ['student', 1, 200],
    ['student', 2, 200],
    ['student', 3, 403, later],
    ['student', 4, 403, ended],
    ['student', 5, 403, notMember],
    ['student', 99, 403, notMember],
    ['newcomer', 1, 403, 'email not verified'],
    ['newcomer', 2, 403, notMember],
    ['admin', 3, 200],
    ['admin', 4, 200],
    ['candidate', 5, 200],
  ])('%s in group %i gets %i %s', async (as, id, status, detail) => {
    const { call } = createPlatform()
    const response = await call('getGroup', { as, params: { id } })
    expect(response.status).toBe(status)
    if (detail) expect(response.body).toEqual({ detail })
  })

  it('changes with time', async () => {
    const { call, db } = createPlatform()
    const day = 86_400_000
    db.clock.advance(11 * day)
    expect((await call('getGroup', { as: 'student', params: { id: 3 } })).status).toBe(200)
    db.clock.advance(100 * day)
    expect((await call('getGroup', { as: 'student', params: { id: 3 } })).body).toEqual({ detail: ended })
  })
})

describe('the visibility switch', () => {
  it('is for administrators, and hides the task from students at once', async () => {
    const { call } = createPlatform()
    const target = { params: { group: 1, task: 101 }, body: { visible: false } }
    expect((await call('setTaskVisibility', { as: 'student', ...target })).body).toEqual({
      detail: notMember,
    })
    expect((await call('setTaskVisibility', { as: 'admin', ...target })).body).toEqual({ visible: false })
    const gone = await call('getTask', { as: 'student', params: target.params })
    expect([gone.status, gone.body]).toEqual([404, { detail: 'Task not found' }])
    expect((await call('getTask', { as: 'admin', params: target.params })).body.visible).toBe(false)
  })

  it('shows a hidden task to students', async () => {
    const { call } = createPlatform()
    const params = { group: 1, task: 107 }
    expect((await call('getTask', { as: 'student', params })).status).toBe(404)
    await call('setTaskVisibility', { as: 'admin', params, body: { visible: true } })
    expect((await call('getTask', { as: 'student', params })).status).toBe(200)
  })

  it('rejects tasks of other groups', async () => {
    const { call } = createPlatform()
    const response = await call('setTaskVisibility', {
      as: 'admin',
      params: { group: 2, task: 101 },
      body: { visible: true },
    })
    expect([response.status, response.body]).toEqual([404, { detail: 'Task not found' }])
  })
})

it('a disabled task can be read, with its reason, but not submitted', async () => {
  const { call, sendFlags } = createPlatform()
  const task = await call('getTask', { as: 'student', params: { group: 1, task: 106 } })
  expect(task.body).toMatchObject({ status: 'disabled', disabled_reason: expect.any(String) })
  const flags = await sendFlags(106, ['x'])
  expect([flags.status, flags.body]).toEqual([403, { detail: 'You dont have access to this task' }])
})

/** Allowed before the email is verified, with the reason; everything else of a signed-in user is not. */
const open: Partial<Record<OperationId, string>> = {
  listGroups: 'names and dates of the own groups, which the screens show',
  requestEmailVerification: 'needed to verify the email',
  sendFeedback: 'needed to ask for help',
  getCompetencies: 'the own profile',
  hideProfile: 'hiding is always possible',
  checkPayment: 'unverified users have no attempts',
}

/** A member and administrator of every group calls: only the email may be unverified. */
const callAs = async (operation: HandledOperation, isVerified: boolean) => {
  const platform = createPlatform()
  const { tables, content } = platform.db
  const { id } = personas.newcomer
  tables.users.patch(id, { email_verified: isVerified })
  for (const groupId of content.groups.keys()) {
    const row = { group_id: groupId, user_id: id, is_admin: true, joined_at: 0 }
    tables.memberships.put(tableKeys.membership(groupId, id), row)
  }
  return platform.call(operation.operationId, { ...(await createCall(operation, platform)), as: 'newcomer' })
}

const personal = handledOperations.filter(({ security }) => security === 'bearer')

it.each(personal.filter(({ operationId }) => !open[operationId]))(
  '$operationId is blocked until the email is verified',
  async operation => {
    const response = await callAs(operation, false)
    expect([response.status, response.body]).toEqual([403, { detail: 'email not verified' }])
    const later = await callAs(operation, true)
    expect(later.body?.detail).not.toBe('email not verified')
    expect(later.status).not.toBe(422)
  },
)

it.each(personal.filter(({ operationId }) => open[operationId]))(
  '$operationId is always allowed',
  async operation => {
    expect([403, 422]).not.toContain((await callAs(operation, false)).status)
  },
)
