import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/errors'
import type { LabStatus } from '../api/schema.gen'
import { labMemory } from '../lib/lab-starts'
import { holdClock } from '../test/fake-clock'
import { createLabBrowser, createLabServer, place } from '../test/fake-labs'
import { noteStart } from './lab-learning'
import { labStatusQuery } from './labs'

const settle = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

const begin = async (locks?: null) => {
  const clock = holdClock()
  const server = createLabServer()
  const browser = createLabBrowser(server, locks)
  /** Lets so many seconds pass, answers in between. */
  const pass = async (seconds: number) => {
    for (let spent = 0; spent < seconds * 2; spent += 1) {
      clock.advance(500)
      await settle()
    }
  }
  /** How many questions come in so many seconds. */
  const asksIn = async (seconds: number) => {
    const before = server.asked
    await pass(seconds)
    return server.asked - before
  }
  const openTab = async () => {
    const tab = browser.openTab()
    tab.tracker.follow(place)
    await settle()
    return tab
  }
  return { clock, server, browser, pass, asksIn, openTab }
}

const refused = (status: number, retryAfter?: number) =>
  new ApiError({ kind: 'http', operation: 'get /status', status, retryAfter })

describe('the pace', () => {
  test('T01 2 s, from 30 s on 5 s, when ready 10 s, and never two at once', async () => {
    const { server, asksIn, pass, openTab } = await begin()
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
    const { server, asksIn, pass, openTab, browser } = await begin()
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
    const { server, asksIn, pass, openTab } = await begin()
    server.start(0, 600)
    const tab = await openTab()
    await pass(5)
    server.failure = refused(status)
    await pass(11)
    expect(tab.tracker.get()).toBeNull()
    expect(await asksIn(300)).toBe(0)
  })

  test('T01 nothing is asked after the watcher has ended, or while nobody wants to wait', async () => {
    const { server, asksIn, pass, openTab } = await begin()
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
    const { server, pass, openTab } = await begin()
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
    const { server, asksIn, pass, openTab } = await begin()
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
    const { server, asksIn, pass, openTab } = await begin()
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
    const { server, pass, openTab } = await begin()
    server.start(0, 7200)
    const tab = await openTab()
    await pass(5)
    const before = server.asked
    tab.watch.onFocus()
    tab.watch.onFocus()
    await pass(0.5)
    expect(server.asked - before).toBe(1)
  })

  test('T05 twenty failures: asked less and less, and never shown off', async () => {
    const { server, asksIn, pass, openTab } = await begin()
    server.start(0, 7200)
    const tab = await openTab()
    await pass(5)
    server.failure = refused(500)
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
    const { server, asksIn, pass, openTab } = await begin()
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
  const { server, browser, pass, openTab } = await begin()
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
    const { server, pass, openTab } = await begin()
    server.start(0, 25)
    const tab = await openTab()
    await pass(24)
    expect(tab.view().state).toBe('ready')
    await pass(2)
    expect(tab.view().state).toBe('off')
  })

  test('a lab that the server keeps on stays ready, and no time is negative', async () => {
    const { server, asksIn, pass, openTab } = await begin()
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
    const { clock, server, pass, openTab } = await begin()
    clock.jump(hours * 3_600_000)
    server.start(0, 5400)
    const tab = await openTab()
    await pass(30)
    expect(Math.abs((tab.view().left ?? 0) - server.left())).toBeLessThan(2)
  })

  test.each([3, -3])(
    'a clock that jumps by %s h mid-way stops nothing and is right again at once',
    async hours => {
      const { clock, server, pass, openTab } = await begin()
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

describe('two tabs', () => {
  test('one asks, both know, and both show the same second', async () => {
    const { server, asksIn, pass, openTab } = await begin()
    server.start(20, 3600)
    const [one, two] = [await openTab(), await openTab()]
    await pass(25)
    expect(await asksIn(60)).toBe(6)
    expect(two.view().state).toBe('ready')
    for (let second = 0; second < 15; second += 1) {
      await pass(0.5)
      expect(two.shownLeft()).toBe(one.shownLeft())
    }
  })

  test('a tab that never heard of the lab learns of it, and of its end', async () => {
    const { server, browser, pass, openTab } = await begin()
    server.start(0, 3600)
    const two = browser.openTab()
    await openTab()
    await pass(1)
    expect(two.view().state).toBe('ready')
    expect(two.tracker.get()?.place).toEqual(place)
    server.stop()
    await pass(11)
    expect(two.view().state).toBe('off')
    expect(two.tracker.get()).toBeNull()
  })

  test('the turn goes on when its tab is hidden or closed', async () => {
    const { server, asksIn, pass, openTab } = await begin()
    server.start(0, 7200)
    const [one, two] = [await openTab(), await openTab()]
    await pass(15)
    one.show(false)
    expect(await asksIn(60)).toBe(6)
    one.show(true)
    await pass(1)
    expect(await asksIn(60)).toBe(6)
    two.watch.stop()
    expect(await asksIn(60)).toBe(6)
    one.show(false)
    expect(await asksIn(60)).toBe(0)
  })

  test('where there are no locks every tab that is seen asks', async () => {
    const { server, asksIn, pass, openTab } = await begin(null)
    server.start(0, 7200)
    await openTab()
    await openTab()
    await pass(15)
    expect(await asksIn(60)).toBeGreaterThan(6)
  })

  test('T04 what one tab has stopped is off in both, whatever is still on its way', async () => {
    const { server, browser, pass, openTab } = await begin()
    server.start(0, 7200)
    const [one, two] = [await openTab(), await openTab()]
    await pass(5)
    const late = server.status()
    server.stop()
    two.give({ status: 'off', endpoints: [] })
    await pass(0.5)
    browser.broadcast({
      type: 'answer',
      userId: 1,
      place,
      status: late,
      askedAt: server.now() - 900,
      now: server.now(),
    })
    await pass(1)
    expect(one.view().state).toBe('off')
    expect(two.view().state).toBe('off')
  })

  test('T04 what a tab had asked for before another tab has started the lab comes too late', async () => {
    const { server, browser, pass } = await begin()
    const [one, two] = [browser.openTab(), browser.openTab()]
    const off: LabStatus = { status: 'off', endpoints: [] }
    two.give(off)
    let answer = (_: LabStatus) => {}
    const asking = new Promise<LabStatus>(resolve => {
      answer = resolve
    })
    const late = two.queryClient
      .fetchQuery({ ...labStatusQuery(place.groupId, place.taskId), queryFn: () => asking, staleTime: 0 })
      .catch(() => null)
    server.start(60, 600)
    one.give(server.status())
    await settle()
    answer(off)
    await late
    await settle()
    expect(two.view().state).toBe('starting')
    expect(two.tracker.get()?.place).toEqual(place)
    await pass(1)
  })

  test.each([
    null,
    'ask',
    { type: 'ask' },
    { type: 'answer', userId: 1 },
    { type: 'answer', userId: 1, place: { groupId: '..', taskId: 1 }, status: {}, askedAt: 0, now: 0 },
    { type: 'answer', userId: 1, place, status: 'off', askedAt: 0, now: 0 },
    { type: 'answer', userId: 1, place, status: { status: 'off' }, askedAt: 0, now: Number.NaN },
    { type: 'answer', userId: 2, place, status: { status: 'off' }, askedAt: 0, now: 0 },
  ])('%j is not heard', async message => {
    const { server, browser, pass, openTab } = await begin()
    server.start(0, 7200)
    const tab = await openTab()
    await pass(1)
    browser.broadcast(message)
    await pass(1)
    expect(tab.view().state).toBe('ready')
    expect(Math.abs((tab.view().left ?? 0) - server.left())).toBeLessThan(2)
  })
})
