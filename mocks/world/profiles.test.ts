import { describe, expect, it } from 'vitest'
import { createPlatform } from '../test-platform'
import { participantsOf } from './participants'

describe('a shared profile', () => {
  it('has one link until it is hidden, and another one after that', async () => {
    const { call, tokenOf } = createPlatform()
    const token = tokenOf('student')
    const share = async () => (await call('shareProfile', { token })).body.link as string
    const link = await share()
    expect(await share()).toBe(link)
    const shared = await call('getSharedProfile', { params: { link } })
    expect(shared.body).toMatchObject({ user: { username: 'student' }, is_public: true })
    expect(shared.body).not.toHaveProperty('share_link')
    expect(JSON.stringify(shared.body)).not.toContain('@')
    await call('hideProfile', { token })
    const gone = await call('getSharedProfile', { params: { link } })
    expect([gone.status, gone.body]).toEqual([404, { detail: 'user not exists' }])
    expect(await share()).not.toBe(link)
  })
})

describe('competencies', () => {
  it('are computed from solved tasks, with the link for the owner alone', async () => {
    const { call, tokenOf } = createPlatform()
    const token = tokenOf('student')
    const before = (await call('getCompetencies', { token })).body
    expect(before.is_public).toBe(false)
    expect(before.totals.tasks_solved).toBeGreaterThan(0)
    await call('shareProfile', { token })
    const own = (await call('getCompetencies', { token })).body
    expect(own.share_link).toEqual(expect.any(String))
    const other = (await call('getCompetencies', { as: 'lms', query: { user_id: 1 } })).body
    expect(other).not.toHaveProperty('share_link')
    expect(other.totals).toEqual(own.totals)
  })

  it('grow with a solved task', async () => {
    const { call, world, tokenOf } = createPlatform()
    const token = tokenOf('student')
    const before = (await call('getCompetencies', { token })).body.totals
    const flags = world.flagsOf(1, 1, 101)
    await call('submitFlags', { token, query: { task_id: 101, group_id: 1 }, body: { flags } })
    const after = (await call('getCompetencies', { token })).body
    const weight = world.content.tasks.get(101)?.task.competencies.length ?? 0
    expect(after.totals.tasks_solved).toBe(before.tasks_solved + weight)
    expect(after.activity?.at(-1)).toMatchObject({ date: '2026-10-05' })
  })

  it('of others are open, private, or of nobody', async () => {
    const { call, world } = createPlatform()
    const people = participantsOf(world, 1)
    const open = people.find(person => person.user_id % 3 !== 0)?.user_id ?? 0
    const closed = people.find(person => person.user_id % 3 === 0)?.user_id ?? 0
    const read = (user_id: number, as: 'student' | 'admin' = 'student') =>
      call('getCompetencies', { as, query: { user_id } })
    expect((await read(open)).body.user.id).toBe(open)
    expect((await read(closed)).body).toEqual({ detail: 'profile is private' })
    expect((await read(closed, 'admin')).status).toBe(200)
    expect((await read(5)).status).toBe(403)
    expect((await read(199_999)).body).toEqual({ detail: 'user not exists' })
  })
})
