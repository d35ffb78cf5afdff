import { afterEach, expect, it, vi } from 'vitest'
import { createPlatform } from './test-platform'
import { validateResponse } from './validators.gen'

afterEach(() => {
  vi.restoreAllMocks()
})

it('a board of 10,000 is validated and serialized once, and again only when a result has changed', async () => {
  const { send, call, db, tokenOf } = createPlatform()
  const token = tokenOf('student')
  const read = async () => (await send('getLeaderboard', { token, params: { id: 7 } })).text()
  const stringify = vi.spyOn(JSON, 'stringify')
  const countBoards = () =>
    stringify.mock.calls.filter(([value]) => Object.hasOwn(Object(value), 'rows')).length
  const validate = vi.spyOn(validateResponse.getLeaderboard ?? {}, '200')

  const first = await read()
  expect(await read()).toBe(first)
  expect([countBoards(), validate.mock.calls.length]).toEqual([1, 1])

  const task = db.content.tasksOfGroup.get(7)?.find(({ status }) => status === 'active')?.id ?? 0
  const body = { flags: db.flagsOf(1, 7, task) }
  await call('submitFlags', { token, query: { task_id: task, group_id: 7 }, body })
  expect(await read()).not.toBe(first)
  expect([countBoards(), validate.mock.calls.length]).toEqual([2, 2])
})
