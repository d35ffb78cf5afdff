import { describe, expect, test } from 'vitest'
import type { ErrorDetail } from '../../../packages/contract/schema.gen'
import { ApiError } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import { examGroupId, setupExam } from '../../test/fake-exam'
import { getExamPollDelay } from './exam-poller'

const hour = 3600

describe('interval', () => {
  test('polls each minute while the exam runs, one request at a time', async () => {
    const { server, countRequests } = await setupExam()
    expect(await countRequests(10)).toBe(0)
    expect(await countRequests(10 * 60)).toBe(10)
    expect(server.maxConcurrent).toBe(1)
  })

  test('counts responses requested by other components', async () => {
    const { tab, pass, countRequests } = await setupExam()
    await pass(50)
    tab.read()
    expect(await countRequests(50)).toBe(0)
    expect(await countRequests(11)).toBe(1)
  })

  test('E03 hidden for an hour: no poll; on return one, and the time is right', async () => {
    const { server, tab, countRequests } = await setupExam()
    tab.show(false)
    expect(await countRequests(hour, 60_000)).toBe(0)
    const before = server.requestCount
    tab.show(true)
    tab.watch.pollNow()
    await countRequests(50)
    expect(server.requestCount - before).toBe(1)
    expect(tab.getError()).toBeLessThan(1000)
  })

  test('polls on every return, unless there was just a response', async () => {
    const { server, tab, pass } = await setupExam()
    await pass(5)
    const before = server.requestCount
    tab.show(false)
    await pass(5)
    tab.show(true)
    await pass(0.5)
    expect(server.requestCount - before).toBe(1)
    tab.watch.pollNow()
    await pass(0.5)
    expect(server.requestCount - before).toBe(1)
    await pass(5)
    tab.watch.pollNow()
    await pass(0.5)
    expect(server.requestCount - before).toBe(2)
  })

  test.each([-86_400, 300, 315_360_000])(
    'E01 a device clock off by %i s: the time is right',
    async seconds => {
      const { device, tab, pass } = await setupExam()
      device.adjust(seconds * 1000)
      await pass(120)
      expect(tab.getError()).toBeLessThan(2000)
    },
  )

  test('E05 an end ten years ahead does not cause an immediate poll', async () => {
    const { server, tab, countRequests } = await setupExam()
    server.endsAt += 10 * 365 * 24 * hour * 1000
    tab.read()
    expect(await countRequests(50)).toBe(0)
    expect(await countRequests(11)).toBe(1)
  })

  test('after stop it does not poll and keeps nothing of the user', async () => {
    const { tab, countRequests } = await setupExam()
    tab.watch.stop()
    expect(await countRequests(300)).toBe(0)
    expect(tab.store.get()).toMatchObject({ groupId: null, isUnreachable: false, notice: null })
  })
})

describe('sleep', () => {
  test('E02 two hours of sleep cause one poll', async () => {
    const { server, tab, pass, sleep } = await setupExam()
    await pass(10)
    const before = server.requestCount
    sleep(2 * hour)
    tab.watch.onVisibility()
    tab.watch.pollNow()
    await pass(30)
    expect(server.requestCount - before).toBe(1)
    expect(tab.getError()).toBeLessThan(1000)
  })

  test('E02 sleep beyond the end, right after a response', async () => {
    const { tab, pass, countRequests, sleep } = await setupExam()
    await pass(10.5)
    tab.read()
    sleep(5 * hour)
    expect(await countRequests(8)).toBe(1)
    expect(tab.store.get()).toMatchObject({ notice: { kind: 'over' } })
  })
})

describe('the end', () => {
  test('E09 polls once at zero and follows the response', async () => {
    const { server, tab, pass, countRequests } = await setupExam()
    server.endsAt = server.now() + 90_000
    tab.read()
    await pass(88)
    expect(tab.store.get().groupId).toBe(examGroupId)
    expect(await countRequests(5)).toBe(1)
    expect(tab.store.get()).toMatchObject({ groupId: null, notice: { kind: 'over' } })
    expect(tab.values.has('flagship.exam')).toBe(false)
  })

  test('E09 continues slowly if the server says that the exam runs on', async () => {
    const { server, tab, pass, countRequests } = await setupExam()
    server.endsAt = server.now() + 30_000
    server.status = 'exam_started'
    tab.read()
    await pass(29)
    expect(await countRequests(3)).toBe(1)
    expect(tab.store.get().groupId).toBe(examGroupId)
    expect(tab.view()?.left).toBe(0)
    expect(await countRequests(50)).toBe(5)
    expect(await countRequests(5 * 60)).toBeLessThanOrEqual(11)
    server.status = 'need_report'
    await pass(31)
    expect(tab.store.get()).toMatchObject({ groupId: null, notice: { kind: 'over' } })
    expect(await countRequests(600)).toBe(0)
  })

  test('polls after the end until the next status is known', async () => {
    const { server, tab, pass, countRequests } = await setupExam()
    server.status = 'time_left'
    await pass(61)
    expect(tab.store.get()).toMatchObject({ groupId: null, notice: { kind: 'over' } })
    expect(await countRequests(60)).toBe(2)
    server.status = 'checking'
    await pass(31)
    expect(await countRequests(600)).toBe(0)
  })

  test('reports a moved end once', async () => {
    const { server, tab, pass } = await setupExam()
    const from = server.endsAt
    server.endsAt += 1_800_000
    await pass(61)
    const notice = { kind: 'moved', groupId: examGroupId, from, to: server.endsAt }
    expect(tab.store.get().notice).toEqual(notice)
    tab.store.dismiss()
    await pass(180)
    expect(tab.store.get().notice).toBeNull()
  })
})

describe('the tracked exam', () => {
  test('is restored on the next page and polled immediately', async () => {
    const first = await setupExam()
    expect(first.tab.values.get('flagship.exam')).toBe(`5 ${first.server.endsAt}`)
    const { tab, countRequests } = await setupExam('5')
    expect(await countRequests(0.5)).toBe(1)
    expect(tab.view()?.left).toBeGreaterThan(0)
  })

  test('a moved end is reported once after a reload', async () => {
    const to = Date.UTC(2026, 9, 5, 16)
    const { tab, pass } = await setupExam(`5 ${to - 1_800_000}`)
    await pass(0.5)
    expect(tab.store.get().notice).toEqual({ kind: 'moved', groupId: examGroupId, from: to - 1_800_000, to })
    tab.store.dismiss()
    await pass(61)
    expect(tab.store.get().notice).toBeNull()
    expect(tab.values.get('flagship.exam')).toBe(`5 ${to}`)
  })

  test('an end during a reload is reported, unless it is long ago', async () => {
    const { server, tab, pass } = await setupExam('5')
    server.status = 'need_report'
    await pass(0.5)
    expect(tab.store.get()).toMatchObject({ groupId: null, notice: { kind: 'over' } })
    const later = await setupExam('5')
    later.server.status = 'completed'
    await later.pass(0.5)
    expect(later.tab.store.get()).toMatchObject({ groupId: null, notice: null })
  })

  test.each([[null], ['text'], [{ attempts: 'none' }], [{ attempts: [null, { id: 'x' }] }]])(
    'E11 a response malformed to %j breaks nothing',
    async group => {
      const { server, tab, pass } = await setupExam()
      tab.setGroup(group)
      server.status = 'exam_started'
      await pass(61)
      tab.read()
      expect(tab.store.get().groupId).toBe(examGroupId)
    },
  )

  test('started on another device: uncached exams are fetched once, when idle', async () => {
    const { server, tab, pass } = await setupExam()
    server.status = 'completed'
    tab.read()
    const groups = [
      { id: 1, is_exam: false },
      { id: 5, is_exam: true },
      { id: 6, is_exam: true, end_date: '2020-01-01T00:00:00Z' },
      { id: 8, is_exam: true },
    ]
    tab.setGroupList(groups)
    await pass(2)
    expect(tab.asked).toEqual([])
    await pass(2)
    expect(tab.asked).toEqual([8])
    tab.queryClient.removeQueries({ queryKey: groupQuery(8).queryKey })
    tab.setGroupList([...groups])
    await pass(30)
    expect(tab.asked).toEqual([8])
  })

  test('does not search for exams while one runs, or in a hidden tab', async () => {
    const { server, tab, pass } = await setupExam()
    tab.setGroupList([{ id: 8, is_exam: true }])
    await pass(5)
    server.status = 'completed'
    tab.read()
    tab.show(false)
    tab.setGroupList([{ id: 9, is_exam: true }])
    await pass(5)
    expect(tab.asked).toEqual([])
  })
})

const now = Date.UTC(2026, 9, 5, 12)

test.each([
  [true, 3_600_000, 60_000],
  [true, 20_000, 20_500],
  [true, -59_000, 10_000],
  [true, -61_000, 30_000],
  [true, null, 60_000],
  [false, null, 30_000],
])('E09 running: %s, end in %s ms: polled after %i ms', (isRunning, left, pause) => {
  expect(getExamPollDelay(isRunning, left === null ? null : now + left, now)).toBe(pause)
})

const failed = (status: number, facts: { retryAfter?: number; detail?: ErrorDetail } = {}) =>
  new ApiError({ kind: 'http', operation: 'getGroup', status, ...facts })
const noAccess = failed(403, { detail: 'you dont have access to this group' })
const lost = new ApiError({ kind: 'network', operation: 'getGroup' })

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

test.each([
  [null, { groupId: examGroupId, notice: null }, 5],
  ['need_report', { groupId: null, notice: { kind: 'over', groupId: examGroupId } }, 0],
  ['get_access', { groupId: null, notice: null }, 0],
] as const)('an exam accessible again, with the status %s', async (status, state, requests) => {
  const { server, tab, countRequests, pass } = await setupExam()
  server.failure = noAccess
  await pass(61)
  Object.assign(server, { failure: null, status })
  await pass(61)
  expect(tab.store.get()).toMatchObject({ isUnreachable: false, ...state })
  expect(await countRequests(300)).toBe(requests)
})

test.each([403, 404, 408])('a %s without a documented detail is a failed poll', async status => {
  const { server, tab, countRequests, pass } = await setupExam()
  server.failure = failed(status)
  await pass(61)
  expect(tab.store.get()).toMatchObject({ groupId: examGroupId, isUnreachable: false, notice: null })
  expect(await countRequests(6)).toBe(1)
  expect(tab.store.get()).toMatchObject({ groupId: examGroupId, isUnreachable: true, notice: null })
  server.failure = null
  await pass(12)
  expect(tab.store.get()).toMatchObject({ groupId: examGroupId, isUnreachable: false, notice: null })
})

test('verifies two failures of other calls with one request', async () => {
  const { server, tab, pass } = await setupExam()
  await pass(5)
  const before = server.requestCount
  tab.note(lost, 'getTask')
  expect(server.requestCount).toBe(before)
  tab.note(lost, 'getTask')
  await pass(0.5)
  expect(server.requestCount).toBe(before + 1)
  expect(tab.store.get().isUnreachable).toBe(false)
  await pass(5)
  server.failure = lost
  tab.note(lost, 'getTask')
  tab.note(lost, 'getTask')
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
