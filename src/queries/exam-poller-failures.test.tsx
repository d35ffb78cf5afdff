import { expect, test } from 'vitest'
import { ApiError } from '../api/errors'
import type { ErrorDetail } from '../api/schema.gen'
import { examGroupId, setupExam } from '../test/fake-exam'

const failed = (status: number, facts: { retryAfter?: number; detail?: ErrorDetail } = {}) =>
  new ApiError({ kind: 'http', operation: 'get /groups/{id}', status, ...facts })
const noAccess = failed(403, { detail: 'you dont have access to this group' })
const lost = new ApiError({ kind: 'network', operation: 'get /groups/{id}' })

test('reports an outage after two failed polls, and its end with the next response', async () => {
  const { server, tab, pass } = await setupExam()
  server.failure = lost
  await pass(61)
  expect(tab.store.get().isUnreachable).toBe(false)
  await pass(6)
  expect(tab.store.get().isUnreachable).toBe(true)
  expect(tab.store.get().groupId).toBe(examGroupId)
  server.failure = null
  await pass(12)
  expect(tab.store.get().isUnreachable).toBe(false)
})

test('E08 retries after 5, 10, 20 and then every 30 s, and polls each minute after a response', async () => {
  const { server, countRequests, pass } = await setupExam()
  server.failure = lost
  await pass(61)
  expect(await countRequests(6)).toBe(1)
  expect(await countRequests(11)).toBe(1)
  expect(await countRequests(22)).toBe(1)
  expect(await countRequests(33)).toBe(1)
  const asked = await countRequests(300)
  expect(asked).toBeGreaterThanOrEqual(9)
  expect(asked).toBeLessThanOrEqual(11)
  server.failure = null
  await pass(33)
  expect(await countRequests(300)).toBe(5)
})

test('waits for Retry-After', async () => {
  const { server, countRequests, pass } = await setupExam()
  server.failure = failed(503, { retryAfter: 120 })
  await pass(61)
  expect(await countRequests(118)).toBe(0)
  expect(await countRequests(4)).toBe(1)
})

test('shows revoked access and polls slowly while the notice is shown', async () => {
  const { server, tab, countRequests, pass } = await setupExam()
  server.failure = noAccess
  await pass(61)
  expect(tab.store.get()).toMatchObject({ groupId: null, isUnreachable: false, notice: { kind: 'refused' } })
  expect(tab.values.has('flagship.exam')).toBe(false)
  expect(await countRequests(600)).toBe(10)
  tab.show(false)
  expect(await countRequests(300)).toBe(0)
  tab.show(true)
  await pass(1)
  tab.store.dismiss()
  expect(await countRequests(600)).toBe(0)
})

test('continues an exam that is accessible again', async () => {
  const { server, tab, countRequests, pass } = await setupExam()
  server.failure = noAccess
  await pass(61)
  server.failure = null
  await pass(61)
  expect(tab.store.get()).toEqual({ groupId: examGroupId, isUnreachable: false, notice: null })
  expect(await countRequests(300)).toBe(5)
})

test.each([
  ['need_report', { kind: 'over', groupId: examGroupId }],
  ['get_access', null],
] as const)('reports %s of an exam that is accessible again', async (status, notice) => {
  const { server, tab, countRequests, pass } = await setupExam()
  server.failure = noAccess
  await pass(61)
  Object.assign(server, { failure: null, status })
  await pass(61)
  expect(tab.store.get()).toEqual({ groupId: null, isUnreachable: false, notice })
  expect(await countRequests(300)).toBe(0)
})

test.each([403, 404, 408])('a %s without a documented detail is a failed poll', async status => {
  const { server, tab, countRequests, pass } = await setupExam()
  server.failure = failed(status)
  await pass(61)
  expect(tab.store.get()).toEqual({ groupId: examGroupId, isUnreachable: false, notice: null })
  expect(await countRequests(6)).toBe(1)
  expect(tab.store.get()).toEqual({ groupId: examGroupId, isUnreachable: true, notice: null })
  server.failure = null
  await pass(12)
  expect(tab.store.get()).toEqual({ groupId: examGroupId, isUnreachable: false, notice: null })
})

test('verifies two failures of other calls with one request', async () => {
  const { server, tab, pass } = await setupExam()
  await pass(5)
  const before = server.requestCount
  tab.note(lost, 'get /tasks/{id}')
  expect(server.requestCount).toBe(before)
  tab.note(lost, 'get /tasks/{id}')
  await pass(0.5)
  expect(server.requestCount).toBe(before + 1)
  expect(tab.store.get().isUnreachable).toBe(false)
  await pass(5)
  server.failure = lost
  tab.note(lost, 'get /tasks/{id}')
  tab.note(lost, 'get /tasks/{id}')
  await pass(0.5)
  expect(tab.store.get().isUnreachable).toBe(true)
})

test('reports nothing without an exam', async () => {
  const { server, tab } = await setupExam()
  server.status = 'completed'
  tab.read()
  tab.note(lost)
  tab.note(lost)
  tab.watch.onOffline()
  expect(tab.store.get().isUnreachable).toBe(false)
})
