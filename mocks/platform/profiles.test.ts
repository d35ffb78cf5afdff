import { describe, expect, it } from 'vitest'
import { createPlatform } from '../test-platform'
import { isoTime } from './clock'
import { getParticipants } from './participants'
import type { PersonaName } from './personas'
import { tableKeys } from './tables'

describe('a shared profile', () => {
  it('has one link until it is hidden, and another one after that', async () => {
    const { call, getToken } = createPlatform()
    const token = getToken('student')
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
  it('are computed from solved tasks, with the link for the owner only', async () => {
    const { call, getToken } = createPlatform()
    const token = getToken('student')
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
    const { call, db, getToken, sendFlags } = createPlatform()
    const token = getToken('student')
    const before = (await call('getCompetencies', { token })).body.totals
    const flags = db.getFlags(1, 1, 101)
    await sendFlags(101, flags, { token })
    const after = (await call('getCompetencies', { token })).body
    // A task counts once, even if it belongs to several competencies.
    expect(db.content.tasks.get(101)?.task.competencies.length).toBeGreaterThan(1)
    expect(after.totals.tasks_solved).toBe(before.tasks_solved + 1)
    expect(after.activity?.at(-1)).toMatchObject({ date: '2026-10-05' })
  })

  it('of others are open, private, or unknown', async () => {
    const { call, db } = createPlatform()
    const participants = getParticipants(db, 1)
    const open = participants.find(participant => participant.user_id % 3 !== 0)?.user_id ?? 0
    const closed = participants.find(participant => participant.user_id % 3 === 0)?.user_id ?? 0
    const read = (user_id: number, as: 'student' | 'admin' = 'student') =>
      call('getCompetencies', { as, query: { user_id } })
    expect((await read(open)).body.user.id).toBe(open)
    expect((await read(closed)).body).toEqual({ detail: 'profile is private' })
    expect((await read(closed, 'admin')).status).toBe(200)
    expect((await read(5)).status).toBe(403)
    expect((await read(199_999)).body).toEqual({ detail: 'user not exists' })
  })
})

describe('exams in a profile', () => {
  it('are the completed attempts', async () => {
    const { call, db } = createPlatform()
    const read = async (as: PersonaName) => (await call('getCompetencies', { as })).body.exams
    expect(await read('student')).toEqual([])
    const { name, exam } = db.content.groups.get(5) ?? {}
    expect(await read('examinee')).toEqual([
      { title: name, passed_at: expect.any(String), score: 91, score_max: 100, hours: exam?.hours },
    ])
  })
})

describe('access to profiles', () => {
  const getStatus = async (platform: ReturnType<typeof createPlatform>, as: PersonaName, user_id: number) =>
    (await platform.call('getCompetencies', { as, query: { user_id } })).status

  it('a profile is private until it is shared, and again once it is hidden', async () => {
    const platform = createPlatform()
    const token = platform.getToken('student')
    const seen: unknown[] = []
    for (const change of [null, 'shareProfile', 'hideProfile'] as const) {
      if (change) await platform.call(change, { token })
      const { body } = await platform.call('getLeaderboard', { token, params: { id: 1 } })
      const own = (body as { rows: { user_id: number; is_public: boolean }[] }).rows.find(
        row => row.user_id === 1,
      )
      seen.push([await getStatus(platform, 'lms', 1), own?.is_public])
    }
    expect(seen).toEqual([
      [403, false],
      [200, true],
      [403, false],
    ])
  })

  it.each<[string, PersonaName, number, number]>([
    ['the own profile by id', 'newcomer', 2, 200],
    ['a member, by the administrator of their group', 'admin', 1, 200],
    ['the administrator, by a member of the group', 'student', 4, 403],
    ['an unknown id, for an administrator too', 'admin', 199_999, 404],
  ])('%s: %s reads %i: %i', async (_, as, userId, status) => {
    expect(await getStatus(createPlatform(), as, userId)).toBe(status)
  })

  it('an administrator of other groups has no access', async () => {
    const platform = createPlatform()
    const { memberships } = platform.db.tables
    for (const row of memberships.filter(({ user_id }) => user_id === 4))
      if (row.group_id !== 8)
        memberships.put(tableKeys.membership(row.group_id, 4), { ...row, is_admin: false })
    expect(await getStatus(platform, 'admin', 1)).toBe(403)
    // The candidate is in group 8.
    expect(await getStatus(platform, 'admin', 5)).toBe(200)
  })
})

describe('activity', () => {
  it('counts each solved task once, by ascending days in the past', async () => {
    const { call, db } = createPlatform()
    const { activity = [], competencies } = (await call('getCompetencies', { as: 'student' })).body
    const tasks = new Set(competencies.flatMap(({ tasks: list = [] }) => list.map(({ id }) => id)))
    expect(activity.reduce((sum, { solved }) => sum + solved, 0)).toBe(tasks.size)
    const dates = activity.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].sort())
    expect((dates.at(-1) ?? '') <= isoTime(db.clock.now()).slice(0, 10)).toBe(true)
    // Spread over weeks.
    expect(dates.length).toBeGreaterThan(10)
  })
})
