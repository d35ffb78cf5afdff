import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api/errors'
import { type LabServer, type LabTab, labTask, setupLab } from '../../test/fake-labs'
import { getLabPollDelay, getLabRetryDelay } from './lab-poller'
import { labHistory, recordStartClick } from './lab-storage'

const refused = (status: number, retryAfter?: number) =>
  new ApiError({ kind: 'http', operation: 'getLabStatus', status, retryAfter })

/** A tab that has polled a lab for five seconds. */
const runLab = async (startSeconds: number, lifeSeconds: number) => {
  const setup = await setupLab()
  setup.server.start(startSeconds, lifeSeconds)
  const tab = await setup.openTab()
  await setup.pass(5)
  return { ...setup, tab }
}

/** How far the countdown is from the server's, in seconds. */
const getDeviation = (tab: LabTab, server: LabServer) => Math.abs((tab.view().left ?? 0) - server.left())

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
    const { server, countRequests, pass, browser, tab } = await runLab(0, 600)
    expect(browser.values.get('flagship.lab')).toBe('1/104')
    server.stop()
    await pass(11)
    expect(tab.view().state).toBe('off')
    expect(tab.tracker.get()).toBeNull()
    expect(browser.values.has('flagship.lab')).toBe(false)
    expect(await countRequests(300)).toBe(0)
  })

  test.each([404, 403])('T01 does not poll after %s', async status => {
    const { server, countRequests, pass, tab } = await runLab(0, 600)
    server.failure = new ApiError({
      kind: 'http',
      operation: 'getLabStatus',
      status,
      isFromApplication: true,
    })
    await pass(11)
    expect(tab.tracker.get()).toBeNull()
    expect(await countRequests(300)).toBe(0)
  })

  test('T01 does not poll after stop, or when the user stopped waiting', async () => {
    const { countRequests, tab } = await runLab(600, 600)
    tab.tracker.setPolled(false)
    expect(await countRequests(60)).toBe(0)
    tab.tracker.setPolled(true)
    expect(await countRequests(1)).toBe(1)
    tab.watch.stop()
    expect(await countRequests(60)).toBe(0)
  })

  test('a wrong end is corrected by the next response', async () => {
    const { pass, tab } = await runLab(30, 600)
    tab.setData({ status: 'off', endpoints: [] })
    await pass(5)
    expect(tab.view().state).toBe('off')
    tab.tracker.track(labTask)
    await pass(5)
    expect(tab.view().state).toBe('starting')
  })

  test('polls a ready lab again although the user stopped waiting', async () => {
    const { server, countRequests, pass, tab } = await runLab(20, 600)
    tab.tracker.setPolled(false)
    expect(await countRequests(30)).toBe(0)
    tab.setData(server.status())
    await pass(1)
    expect(await countRequests(60)).toBe(6)
  })

  test('T02 hidden for half an hour: no poll; on return one at once', async () => {
    const { countRequests, tab } = await runLab(0, 7200)
    tab.show(false)
    expect(await countRequests(1800)).toBe(0)
    tab.show(true)
    expect(await countRequests(1)).toBe(1)
    expect(await countRequests(9)).toBe(0)
  })

  test('T02 polls at once when the window gets focus', async () => {
    const { server, pass, tab } = await runLab(0, 7200)
    const before = server.requests
    tab.watch.onFocus()
    tab.watch.onFocus()
    await pass(0.5)
    expect(server.requests - before).toBe(1)
  })

  test.each([
    ['500', refused(500)],
    ['429', refused(429)],
    ['no answer', new ApiError({ kind: 'network', operation: 'getLabStatus' })],
  ])('T05 twenty failures (%s): polls less and less, and never shows off', async (_, failure) => {
    const { server, countRequests, pass, tab } = await runLab(0, 7200)
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
    const { server, countRequests, pass } = await runLab(0, 7200)
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
  const next = browser.openTab()
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
    expect(getDeviation(tab, server)).toBeLessThan(2)
  })

  test.each([3, -3])('a device clock off by %s h shows the right time', async hours => {
    const { clock, server, pass, openTab } = await setupLab()
    clock.adjust(hours * 3_600_000)
    server.start(0, 5400)
    const tab = await openTab()
    await pass(30)
    expect(getDeviation(tab, server)).toBeLessThan(2)
  })

  test.each([3, -3])('a clock that jumps by %s h is corrected at once', async hours => {
    const { clock, server, pass, openTab } = await setupLab()
    server.start(0, 5400)
    const tab = await openTab()
    await pass(33)
    clock.adjust(hours * 3_600_000)
    await pass(2)
    expect(tab.view().state).toBe('ready')
    expect(getDeviation(tab, server)).toBeLessThan(2)
  })
})

test.each([
  ['off: never', 'off', null, null, null],
  ['a young start', 'starting', 0, null, 2000],
  ['a start of 29 s', 'starting', 29, null, 2000],
  ['a start of 30 s', 'starting', 30, null, 5000],
  ['a start of unknown age', 'starting', null, null, 5000],
  ['ready', 'ready', null, 3600, 10_000],
  ['ready without an end', 'ready', null, null, 10_000],
  ['T08 ready, at its very end', 'ready', null, 4, 4500],
  ['T08 ready past its end', 'ready', null, 0, 10_000],
  ['T07 an unknown state', 'unknown', null, null, 10_000],
] as const)('T01 %s', (_, state, elapsed, left, delay) =>
  expect(getLabPollDelay({ state, elapsed, left })).toBe(delay),
)

describe('T05 after failures', () => {
  const busy = new ApiError({ kind: 'http', operation: 'getLabStatus', status: 429, retryAfter: 90 })

  test.each([
    [1, 0, 2000],
    [1, 1, 4000],
    [2, 1, 8000],
    [4, 0, 16_000],
    [5, 1, 60_000],
    [20, 1, 60_000],
    [20, 0, 30_000],
    [2000, 0.5, 45_000],
  ])('%s in a row, random %s: %s ms', (failures, chance, pause) =>
    expect(getLabRetryDelay(failures, null, chance)).toBe(pause),
  )

  test('never before Retry-After', () => expect(getLabRetryDelay(1, busy, 0)).toBe(90_000))
})

describe('two tabs', () => {
  test('each visible one polls, and both show the same second', async () => {
    const { server, countRequests, pass, openTab } = await setupLab()
    server.start(20, 3600)
    const [one, two] = [await openTab(), await openTab()]
    await pass(25)
    expect(await countRequests(60)).toBe(12)
    for (let second = 0; second < 15; second += 1) {
      await pass(0.5)
      expect(two.displayedSecondsLeft()).toBe(one.displayedSecondsLeft())
    }
    one.show(false)
    expect(await countRequests(60)).toBe(6)
  })

  test('a tab without the lab learns of it at once, and of its end', async () => {
    const { server, browser, pass, openTab } = await setupLab()
    server.start(0, 3600)
    const two = browser.openTab()
    await openTab()
    await pass(1)
    expect(two.view().state).toBe('ready')
    expect(two.tracker.get()?.task).toEqual(labTask)
    server.stop()
    await pass(11)
    expect(two.view().state).toBe('off')
    expect(two.tracker.get()).toBeNull()
  })

  test('a hidden tab asks for a lab that another one started when it is shown', async () => {
    const { server, browser, countRequests, pass, openTab } = await setupLab()
    const two = browser.openTab()
    two.show(false)
    server.start(0, 3600)
    await openTab()
    await pass(5)
    expect(two.view().state).toBe('unknown')
    expect(await countRequests(4)).toBe(0)
    two.show(true)
    await pass(0.5)
    expect(two.view().state).toBe('ready')
  })

  test('T04 a lab stopped in one tab is off in the other at once', async () => {
    const { server, pass, openTab } = await setupLab()
    server.start(0, 7200)
    const [one, two] = [await openTab(), await openTab()]
    await pass(5)
    server.stop()
    two.setData({ status: 'off', endpoints: [] })
    await pass(0.5)
    expect(one.view().state).toBe('off')
    expect(one.tracker.get()).toBeNull()
  })
})
