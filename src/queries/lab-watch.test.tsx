import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/errors'
import { labMemory } from '../lib/lab-starts'
import { place } from '../test/fake-labs'
import { beginLab } from '../test/lab-time'
import { noteStart } from './lab-learning'

const refused = (status: number, retryAfter?: number) =>
  new ApiError({ kind: 'http', operation: 'get /status', status, retryAfter })

describe('the pace', () => {
  test('T01 2 s, from 30 s on 5 s, when ready 10 s, and never two at once', async () => {
    const { server, asksIn, pass, openTab } = await beginLab()
    server.start(60, 600)
    const tab = await openTab()
    await pass(0.5)
    expect(tab.view().state).toBe('starting')
    expect(await asksIn(20)).toBe(10)
    await pass(14)
    expect(await asksIn(20)).toBe(4)
    await pass(10)
    expect(tab.view().state).toBe('ready')
    expect(await asksIn(60)).toBe(6)
    expect(server.mostAtOnce).toBe(1)
  })

  test('T01 nothing is asked once it is off, and the lab is forgotten', async () => {
    const { server, asksIn, pass, openTab, browser } = await beginLab()
    server.start(0, 600)
    const tab = await openTab()
    await pass(5)
    expect(browser.values.get('flagship.lab')).toBe('1/104')
    server.stop()
    await pass(11)
    expect(tab.view().state).toBe('off')
    expect(tab.tracker.get()).toBeNull()
    expect(browser.values.has('flagship.lab')).toBe(false)
    expect(await asksIn(300)).toBe(0)
  })

  test.each([404, 403])('T01 nothing is asked after %s', async status => {
    const { server, asksIn, pass, openTab } = await beginLab()
    server.start(0, 600)
    const tab = await openTab()
    await pass(5)
    server.failure = refused(status)
    await pass(11)
    expect(tab.tracker.get()).toBeNull()
    expect(await asksIn(300)).toBe(0)
  })

  test('T01 nothing is asked after the watcher has ended, or while nobody wants to wait', async () => {
    const { server, asksIn, pass, openTab } = await beginLab()
    server.start(600, 600)
    const tab = await openTab()
    await pass(5)
    tab.tracker.setWatched(false)
    expect(await asksIn(60)).toBe(0)
    tab.tracker.setWatched(true)
    expect(await asksIn(1)).toBe(1)
    tab.watch.stop()
    expect(await asksIn(60)).toBe(0)
  })

  test('a stray end is not believed for ever: the next answer shows the lab that runs', async () => {
    const { server, pass, openTab } = await beginLab()
    server.start(30, 600)
    const tab = await openTab()
    await pass(5)
    tab.give({ status: 'off', endpoints: [] })
    await pass(5)
    expect(tab.view().state).toBe('off')
    tab.tracker.follow(place)
    await pass(5)
    expect(tab.view().state).toBe('starting')
  })

  test('who had stopped waiting for a lab that is ready: it is asked about again', async () => {
    const { server, asksIn, pass, openTab } = await beginLab()
    server.start(20, 600)
    const tab = await openTab()
    await pass(5)
    tab.tracker.setWatched(false)
    expect(await asksIn(30)).toBe(0)
    tab.give(server.status())
    await pass(1)
    expect(await asksIn(60)).toBe(6)
  })

  test('T02 hidden for half an hour: none; on return one at once', async () => {
    const { server, asksIn, pass, openTab } = await beginLab()
    server.start(0, 7200)
    const tab = await openTab()
    await pass(5)
    tab.show(false)
    expect(await asksIn(1800)).toBe(0)
    tab.show(true)
    expect(await asksIn(1)).toBe(1)
    expect(await asksIn(9)).toBe(0)
  })

  test('T02 the return to the window asks at once', async () => {
    const { server, pass, openTab } = await beginLab()
    server.start(0, 7200)
    const tab = await openTab()
    await pass(5)
    const before = server.asked
    tab.watch.onFocus()
    tab.watch.onFocus()
    await pass(0.5)
    expect(server.asked - before).toBe(1)
  })

  test.each([
    ['500', refused(500)],
    ['429', refused(429)],
    ['no answer', new ApiError({ kind: 'network', operation: 'get /status' })],
  ])('T05 twenty failures (%s): asked less and less, and never shown off', async (_, failure) => {
    const { server, asksIn, pass, openTab } = await beginLab()
    server.start(0, 7200)
    const tab = await openTab()
    await pass(5)
    server.failure = failure
    const asked = await asksIn(60)
    expect(asked).toBeGreaterThan(2)
    expect(asked).toBeLessThan(12)
    expect(await asksIn(600)).toBeLessThanOrEqual(21)
    expect(tab.view().state).toBe('ready')
    expect(tab.tracker.get()).not.toBeNull()
    server.failure = null
    await pass(61)
    expect(await asksIn(60)).toBe(6)
    // Counted from the first in a row, so that one notice can be given, not twenty.
    expect(tab.troubles.filter(failures => failures === 2)).toHaveLength(1)
  })

  test('T05 Retry-After is waited for', async () => {
    const { server, asksIn, pass, openTab } = await beginLab()
    server.start(0, 7200)
    await openTab()
    await pass(5)
    server.failure = refused(429, 120)
    await pass(10)
    expect(await asksIn(110)).toBe(0)
    expect(await asksIn(12)).toBe(1)
  })
})

test('a start of one person is nothing that the next one has learned', async () => {
  const { server, browser, pass, openTab } = await beginLab()
  server.start(30, 600)
  const tab = await openTab()
  noteStart(place)
  await pass(5)
  tab.watch.stop()
  const next = browser.openTab(2)
  next.tracker.follow(place)
  await pass(40)
  expect(next.view().state).toBe('ready')
  expect(labMemory.typicalStart(place.taskId)).toBeNull()
})

describe('T08 the end', () => {
  test('at zero the server is asked, and off is what it says', async () => {
    const { server, pass, openTab } = await beginLab()
    server.start(0, 25)
    const tab = await openTab()
    await pass(24)
    expect(tab.view().state).toBe('ready')
    await pass(2)
    expect(tab.view().state).toBe('off')
  })

  test('a lab that the server keeps on stays ready, and no time is negative', async () => {
    const { server, asksIn, pass, openTab } = await beginLab()
    server.start(0, 25)
    const tab = await openTab()
    await pass(15)
    server.extend(3600)
    // Nobody has told this tab.
    tab.give({ ...server.status(), expires_at: new Date(server.now() + 5000).toISOString() })
    await pass(4)
    const asked = await asksIn(2)
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(3)
    expect(tab.view()).toMatchObject({ state: 'ready' })
    expect(Math.abs((tab.view().left ?? 0) - server.left())).toBeLessThan(2)
  })

  test.each([3, -3])('a device whose clock is %s h off shows the right time', async hours => {
    const { clock, server, pass, openTab } = await beginLab()
    clock.jump(hours * 3_600_000)
    server.start(0, 5400)
    const tab = await openTab()
    await pass(30)
    expect(Math.abs((tab.view().left ?? 0) - server.left())).toBeLessThan(2)
  })

  test.each([3, -3])(
    'a clock that jumps by %s h mid-way stops nothing and is right again at once',
    async hours => {
      const { clock, server, pass, openTab } = await beginLab()
      server.start(0, 5400)
      const tab = await openTab()
      await pass(33)
      clock.jump(hours * 3_600_000)
      await pass(2)
      expect(tab.view().state).toBe('ready')
      expect(Math.abs((tab.view().left ?? 0) - server.left())).toBeLessThan(2)
    },
  )
})
