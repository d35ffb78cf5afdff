import { afterEach, expect, it, vi } from 'vitest'
import { createPlatform } from './test-platform'
import { validateResponse } from './validators.gen'

afterEach(() => {
  vi.restoreAllMocks()
})

it('a board of 10,000 is checked and printed once, and again only when a result has changed', async () => {
  const { ask, call, db, tokenOf } = createPlatform()
  const token = tokenOf('student')
  const read = async () => (await ask('getLeaderboard', { token, params: { id: 7 } })).text()
  const print = vi.spyOn(JSON, 'stringify')
  const boards = () => print.mock.calls.filter(([value]) => Object.hasOwn(Object(value), 'rows')).length
  const check = vi.spyOn(validateResponse.getLeaderboard ?? {}, '200')

  const first = await read()
  expect(await read()).toBe(first)
  expect([boards(), check.mock.calls.length]).toEqual([1, 1])

  const task = db.content.tasksOfGroup.get(7)?.find(({ status }) => status === 'active')?.id ?? 0
  const body = { flags: db.flagsOf(1, 7, task) }
  await call('submitFlags', { token, query: { task_id: task, group_id: 7 }, body })
  expect(await read()).not.toBe(first)
  expect([boards(), check.mock.calls.length]).toEqual([2, 2])
})
