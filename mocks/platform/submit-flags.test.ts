import { describe, expect, it } from 'vitest'
import { createPlatform } from '../test-platform'
import { flagLimit } from './limits'

const { misses, windowSeconds } = flagLimit
const student = 1

function createSubmitter() {
  const platform = createPlatform()
  const token = platform.getToken('student')
  const submit = (...flags: string[]) => platform.sendFlags(102, flags, { token })
  return { ...platform, submit, right: platform.db.getFlags(student, 1, 102) }
}

describe('submitted flags', () => {
  it('get a verdict each, and correct ones count beside incorrect ones', async () => {
    const { submit, right } = createSubmitter()
    const [first = '', second = ''] = right
    const response = await submit('flag{no}', `  ${first} `, first, second)
    expect(response.body.results.map((result: { verdict: string }) => result.verdict)).toEqual([
      'incorrect',
      'correct',
      'already_solved',
      'correct',
    ])
    expect(response.body).toMatchObject({ solved: false, flags_solved: 2, flags_total: 3 })
    expect(response.body.attempts_left).toBe(misses - 1)
  })

  it('solve the task with the last one, and are case-sensitive', async () => {
    const { submit, right, call, getToken } = createSubmitter()
    expect((await submit(...right.map(flag => flag.toUpperCase()))).body.flags_solved).toBe(0)
    const response = await submit(...right)
    expect(response.body).toMatchObject({ solved: true, flags_solved: 3 })
    const statuses = await call('listTaskStatuses', { token: getToken('student'), params: { id: 1 } })
    expect(statuses.body).toContainEqual(expect.objectContaining({ task_id: 102, solved: true }))
  })

  it('can make the check itself fail; nothing of the call counts then', async () => {
    const { submit, right } = createSubmitter()
    const failed = await submit(...right, 'flag{server_error}')
    expect([failed.status, failed.body]).toEqual([500, { detail: 'flag_server_error' }])
    expect((await submit(right[0] ?? '')).body.flags_solved).toBe(1)
  })

  it.each([
    ['an empty list', [], ['body', 'flags'], 'too_short'],
    ['an empty item', ['a', ''], ['body', 'flags', 1], 'string_too_short'],
  ])('%s is 422 in the format of FastAPI', async (_, flags, loc, type) => {
    const { submit, violations } = createSubmitter()
    const { status, body } = await submit(...flags)
    expect([status, body.detail]).toEqual([422, [{ loc, type, msg: expect.any(String) }]])
    expect(violations).toEqual([])
  })

  it('are different for each user and database', () => {
    const { db, right } = createSubmitter()
    const other = createPlatform({ seed: 2 })
    expect(db.getFlags(2, 1, 102)).not.toEqual(right)
    expect(other.db.getFlags(student, 1, 102)).not.toEqual(right)
    expect(createSubmitter().right).toEqual(right)
  })

  it('are in no response of the platform', async () => {
    const { call, right, getToken } = createSubmitter()
    const token = getToken('student')
    const task = await call('getTask', { token, params: { group: 1, task: 102 } })
    const group = await call('getGroup', { token, params: { id: 1 } })
    const shown = JSON.stringify([task.body, group.body])
    for (const flag of right) expect(shown).not.toContain(flag.slice(5, -1))
  })
})

describe('incorrect flags', () => {
  it('are limited for a task: so many in a window of time, then 429 with Retry-After', async () => {
    const { submit, db, right } = createSubmitter()
    for (let left = misses - 1; left >= 0; left--) {
      expect((await submit('flag{no}')).body.attempts_left).toBe(left)
      db.clock.advance(1000)
    }
    const rejected = await submit(...right)
    expect([rejected.status, rejected.body]).toEqual([429, { detail: 'too many attempts' }])
    expect(rejected.headers.get('retry-after')).toBe(String(windowSeconds - misses))
    db.clock.advance((windowSeconds - misses) * 1000 - 1)
    expect((await submit(...right)).status).toBe(429)
    db.clock.advance(1)
    expect((await submit(...right)).body.solved).toBe(true)
  })

  it('of one call count individually', async () => {
    const { submit } = createSubmitter()
    await submit(...Array.from({ length: misses + 2 }, (_, index) => `flag{${index}}`))
    expect((await submit('flag{no}')).status).toBe(429)
  })

  it('do not block other tasks or users', async () => {
    const { submit, sendFlags, getToken } = createSubmitter()
    await submit(...Array.from({ length: misses }, () => 'flag{no}'))
    const otherTask = await sendFlags(101, ['x'])
    const otherUser = await sendFlags(102, ['x'], { token: getToken('lms') })
    expect([otherTask.status, otherUser.status]).toEqual([200, 200])
  })
})

describe('hints', () => {
  it('come one by one, are stored, cost points, and end with an empty object', async () => {
    const { call, db, submit, right, getToken } = createSubmitter()
    const token = getToken('student')
    const params = { group: 1, task: 102 }
    const before = await call('getTask', { token, params })
    const total = before.body.hints_left
    let cost = 0
    for (let number = 1; number <= total; number++) {
      const { hint } = (await call('takeHint', { token, params })).body
      expect(hint).toMatchObject({ number, total })
      cost += hint && 'cost' in hint ? hint.cost : Number.NaN
    }
    expect((await call('takeHint', { token, params })).body).toEqual({ hint: {} })
    const after = await call('getTask', { token, params })
    expect(after.body).toMatchObject({ hints_left: 0, hints_taken: { length: total } })
    const points = db.content.tasks.get(102)?.task.points ?? 0
    expect(total).toBeGreaterThan(0)
    expect((await submit(...right)).body.points_earned).toBe(points - cost)
  })

  it('that cost more than the solved flags bring leave no points, not fewer', async () => {
    const { db, submit, right } = createSubmitter()
    db.tables.hints.put('costly', {
      user_id: student,
      group_id: 1,
      task_id: 102,
      hint_id: 1,
      cost: 100,
      at: 0,
    })
    // A third of 200 points, two thirds, all.
    const earned = []
    for (const flag of right) earned.push((await submit(flag)).body.points_earned)
    expect(earned).toEqual([0, 33, 100])
  })
})

describe('write-ups', () => {
  it('of the rule after_solve open with the last flag', async () => {
    const { call, sendFlags, db, getToken } = createSubmitter()
    const entry = [...db.content.tasks.values()].find(
      ({ group, task }) => group.id === 1 && task.writeup?.rule === 'after_solve' && task.status === 'active',
    )
    const task = entry?.task.id ?? 0
    db.tables.solves
      .values()
      .filter(row => row.task_id === task)
      .map(row => db.tables.solves.delete(`1:${row.flag_id}`))
    const token = getToken('student')
    const params = { group: 1, task }
    expect((await call('getWriteup', { token, params })).body).toEqual({
      detail: 'writeup is available after solving',
    })
    const flags = db.getFlags(student, 1, task)
    await sendFlags(task, flags, { token })
    expect((await call('getWriteup', { token, params })).body).toEqual({
      content: entry?.task.writeup?.content,
    })
  })
})
