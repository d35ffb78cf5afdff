import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/errors'
import { labHistory } from '../lib/lab-history'
import { labTask } from '../test/fake-labs'
import { setupLab } from '../test/lab-time'
import { recordStartClick } from './lab-timing'

const refused = (status: number, retryAfter?: number) =>
  new ApiError({ kind: 'http', operation: 'get /status', status, retryAfter })

describe('interval', () => {
  test('T01 2 s, from 30 s on 5 s, when ready 10 s, one request at a time', async () => {
    const { server, countRequests, pass, openTab } = await setupLab()
    server.start(60, 600)
    const tab = await openTab()
    await pass(0.5)
    expect(tab.view().state).toBe('starting')
    expect(await countRequests(20)).toBe(10)
    await pass(14)
    expect(await countRequests(20)).toBe(4)
    await pass(10)
    expect(tab.view().state).toBe('ready')
    expect(await countRequests(60)).toBe(6)
    expect(server.maxConcurrent).toBe(1)
  })

  test('T01 stops polling when the lab is off', async () => {
    const { server, countRequests, pass, openTab, browser } = await setupLab()
    server.start(0, 600)
    const tab = await openTab()
    await pass(5)
    expect(browser.values.get('flagship.lab')).toBe('1/104')
    server.stop()
    await pass(11)
    expect(tab.view().state).toBe('off')
    expect(tab.tracker.get()).toBeNull()
    expect(browser.values.has('flagship.lab')).toBe(false)
    expect(await countRequests(300)).toBe(0)
  })

  test.each([404, 403])('T01 does not poll after %s', async status => {
    const { server, countRequests, pass, openTab } = await setupLab()
    server.start(0, 600)
    const tab = await openTab()
    await pass(5)
    server.failure = refused(status)
    await pass(11)
    expect(tab.tracker.get()).toBeNull()
    expect(await countRequests(300)).toBe(0)
  })

  test('T01 does not poll after stop, or when the user stopped waiting', async () => {
    const { server, countRequests, pass, openTab } = await setupLab()
    server.start(600, 600)
    const tab = await openTab()
    await pass(5)
    tab.tracker.setPolled(false)
    expect(await countRequests(60)).toBe(0)
    tab.tracker.setPolled(true)
    expect(await countRequests(1)).toBe(1)
    tab.watch.stop()
    expect(await countRequests(60)).toBe(0)
  })

  test('a wrong end is corrected by the next response', async () => {
    const { server, pass, openTab } = await setupLab()
    server.start(30, 600)
    const tab = await openTab()
    await pass(5)
    tab.setData({ status: 'off', endpoints: [] })
    await pass(5)
    expect(tab.view().state).toBe('off')
    tab.tracker.track(labTask)
    await pass(5)
    expect(tab.view().state).toBe('starting')
  })

  test('polls a ready lab again although the user stopped waiting', async () => {
    const { server, countRequests, pass, openTab } = await setupLab()
    server.start(20, 600)
    const tab = await openTab()
    await pass(5)
    tab.tracker.setPolled(false)
    expect(await countRequests(30)).toBe(0)
    tab.setData(server.status())
    await pass(1)
    expect(await countRequests(60)).toBe(6)
  })

  test('T02 hidden for half an hour: no poll; on return one at once', async () => {
    const { server, countRequests, pass, openTab } = await setupLab()
    server.start(0, 7200)
    const tab = await openTab()
    await pass(5)
    tab.show(false)
    expect(await countRequests(1800)).toBe(0)
    tab.show(true)
    expect(await countRequests(1)).toBe(1)
    expect(await countRequests(9)).toBe(0)
  })

  test('T02 polls at once when the window gets focus', async () => {
    const { server, pass, openTab } = await setupLab()
    server.start(0, 7200)
    const tab = await openTab()
    await pass(5)
    const before = server.requests
    tab.watch.onFocus()
    tab.watch.onFocus()
    await pass(0.5)
    expect(server.requests - before).toBe(1)
  })

  test.each([
    ['500', refused(500)],
    ['429', refused(429)],
    ['no answer', new ApiError({ kind: 'network', operation: 'get /status' })],
  ])('T05 twenty failures (%s): polls less and less, and never shows off', async (_, failure) => {
    const { server, countRequests, pass, openTab } = await setupLab()
    server.start(0, 7200)
    const tab = await openTab()
    await pass(5)
    server.failure = failure
    const asked = await countRequests(60)
    expect(asked).toBeGreaterThan(2)
    expect(asked).toBeLessThan(12)
    expect(await countRequests(600)).toBeLessThanOrEqual(21)
    expect(tab.view().state).toBe('ready')
    expect(tab.tracker.get()).not.toBeNull()
    server.failure = null
    await pass(61)
    expect(await countRequests(60)).toBe(6)
    // The count of failures in a row lets the UI show one notice instead of twenty.
    expect(tab.troubles.filter(failures => failures === 2)).toHaveLength(1)
  })

  test('T05 waits for Retry-After', async () => {
    const { server, countRequests, pass, openTab } = await setupLab()
    server.start(0, 7200)
    await openTab()
    await pass(5)
    server.failure = refused(429, 120)
    await pass(10)
    expect(await countRequests(110)).toBe(0)
    expect(await countRequests(12)).toBe(1)
  })
})

test('does not measure a start for another user', async () => {
  const { server, browser, pass, openTab } = await setupLab()
  server.start(30, 600)
  const tab = await openTab()
  recordStartClick(labTask)
  await pass(5)
  tab.watch.stop()
  const next = browser.openTab(2)
  next.tracker.track(labTask)
  await pass(40)
  expect(next.view().state).toBe('ready')
  expect(labHistory.typicalStart(labTask.taskId)).toBeNull()
})

describe('T08 the end', () => {
  test('polls at zero and shows the response', async () => {
    const { server, pass, openTab } = await setupLab()
    server.start(0, 25)
    const tab = await openTab()
    await pass(24)
    expect(tab.view().state).toBe('ready')
    await pass(2)
    expect(tab.view().state).toBe('off')
  })

  test('a lab that the server extended stays ready, and no time is negative', async () => {
    const { server, countRequests, pass, openTab } = await setupLab()
    server.start(0, 25)
    const tab = await openTab()
    await pass(15)
    server.extend(3600)
    // This tab doesn't know it yet.
    tab.setData({ ...server.status(), expires_at: new Date(server.now() + 5000).toISOString() })
    await pass(4)
    const asked = await countRequests(2)
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(3)
    expect(tab.view()).toMatchObject({ state: 'ready' })
    expect(Math.abs((tab.view().left ?? 0) - server.left())).toBeLessThan(2)
  })

  test.each([3, -3])('a device clock off by %s h shows the right time', async hours => {
    const { clock, server, pass, openTab } = await setupLab()
    clock.jump(hours * 3_600_000)
    server.start(0, 5400)
    const tab = await openTab()
    await pass(30)
    expect(Math.abs((tab.view().left ?? 0) - server.left())).toBeLessThan(2)
  })

  test.each([3, -3])('a clock that jumps by %s h is corrected at once', async hours => {
    const { clock, server, pass, openTab } = await setupLab()
    server.start(0, 5400)
    const tab = await openTab()
    await pass(33)
    clock.jump(hours * 3_600_000)
    await pass(2)
    expect(tab.view().state).toBe('ready')
    expect(Math.abs((tab.view().left ?? 0) - server.left())).toBeLessThan(2)
  })
})
