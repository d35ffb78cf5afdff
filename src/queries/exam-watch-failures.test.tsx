import { expect, test } from 'vitest'
import { ApiError } from '../api/errors'
import type { ErrorDetail } from '../api/schema.gen'
import { beginExam, examGroupId } from '../test/fake-exam'

const failed = (status: number, facts: { retryAfter?: number; detail?: ErrorDetail } = {}) =>
  new ApiError({ kind: 'http', operation: 'get /groups/{id}', status, ...facts })
const noAccess = failed(403, { detail: 'you dont have access to this group' })
const lost = new ApiError({ kind: 'network', operation: 'get /groups/{id}' })

test('one failed poll says nothing, two do, and the next answer takes it back', async () => {
  const { server, tab, pass } = await beginExam()
  server.failure = lost
  await pass(61)
  expect(tab.store.get().isCut).toBe(false)
  await pass(6)
  expect(tab.store.get().isCut).toBe(true)
  expect(tab.store.get().groupId).toBe(examGroupId)
  server.failure = null
  await pass(12)
  expect(tab.store.get().isCut).toBe(false)
})

test('E08 asked again after 5, 10, 20 and then each 30 s, and each minute once it answers', async () => {
  const { server, asksIn, pass } = await beginExam()
  server.failure = lost
  await pass(61)
  expect(await asksIn(6)).toBe(1)
  expect(await asksIn(11)).toBe(1)
  expect(await asksIn(22)).toBe(1)
  expect(await asksIn(33)).toBe(1)
  const asked = await asksIn(300)
  expect(asked).toBeGreaterThanOrEqual(9)
  expect(asked).toBeLessThanOrEqual(11)
  server.failure = null
  await pass(33)
  expect(await asksIn(300)).toBe(5)
})

test('Retry-After is waited for', async () => {
  const { server, asksIn, pass } = await beginExam()
  server.failure = failed(503, { retryAfter: 120 })
  await pass(61)
  expect(await asksIn(118)).toBe(0)
  expect(await asksIn(4)).toBe(1)
})

test('a refusal of the application is told, and asked about calmly while that stands', async () => {
  const { server, tab, asksIn, pass } = await beginExam()
  server.failure = noAccess
  await pass(61)
  expect(tab.store.get()).toMatchObject({ groupId: null, isCut: false, notice: { kind: 'refused' } })
  expect(tab.values.has('flagship.exam')).toBe(false)
  expect(await asksIn(600)).toBe(10)
  tab.show(false)
  expect(await asksIn(300)).toBe(0)
  tab.show(true)
  await pass(1)
  tab.store.dismiss()
  expect(await asksIn(600)).toBe(0)
})

test('an exam that is shown again after a refusal runs on, and is followed', async () => {
  const { server, tab, asksIn, pass } = await beginExam()
  server.failure = noAccess
  await pass(61)
  server.failure = null
  await pass(61)
  expect(tab.store.get()).toEqual({ groupId: examGroupId, isCut: false, notice: null })
  expect(await asksIn(300)).toBe(5)
})

test.each([
  ['need_report', { kind: 'over', groupId: examGroupId }],
  ['get_access', null],
] as const)('one that is %s when it is shown again is told as it is', async (status, notice) => {
  const { server, tab, asksIn, pass } = await beginExam()
  server.failure = noAccess
  await pass(61)
  Object.assign(server, { failure: null, status })
  await pass(61)
  expect(tab.store.get()).toEqual({ groupId: null, isCut: false, notice })
  expect(await asksIn(300)).toBe(0)
})

test.each([403, 404, 408])('a %s that is not in the application’s words is a failed poll', async status => {
  const { server, tab, asksIn, pass } = await beginExam()
  server.failure = failed(status)
  await pass(61)
  expect(tab.store.get()).toEqual({ groupId: examGroupId, isCut: false, notice: null })
  expect(await asksIn(6)).toBe(1)
  expect(tab.store.get()).toEqual({ groupId: examGroupId, isCut: true, notice: null })
  server.failure = null
  await pass(12)
  expect(tab.store.get()).toEqual({ groupId: examGroupId, isCut: false, notice: null })
})

test('two failures of other calls are checked by one question before anything is said', async () => {
  const { server, tab, pass } = await beginExam()
  await pass(5)
  const before = server.asked
  tab.note(lost, 'get /tasks/{id}')
  expect(server.asked).toBe(before)
  tab.note(lost, 'get /tasks/{id}')
  await pass(0.5)
  expect(server.asked).toBe(before + 1)
  expect(tab.store.get().isCut).toBe(false)
  await pass(5)
  server.failure = lost
  tab.note(lost, 'get /tasks/{id}')
  tab.note(lost, 'get /tasks/{id}')
  await pass(0.5)
  expect(tab.store.get().isCut).toBe(true)
})

test('without an exam nothing is said of the connection', async () => {
  const { server, tab } = await beginExam()
  server.status = 'completed'
  tab.read()
  tab.note(lost)
  tab.note(lost)
  tab.watch.onOffline()
  expect(tab.store.get().isCut).toBe(false)
})
