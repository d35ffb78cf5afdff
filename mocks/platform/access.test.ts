import { describe, expect, it } from 'vitest'
import { createPlatform } from '../test-platform'
import type { PersonaName } from './personas'

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

/** Users must verify their email before they can work on the platform. */
