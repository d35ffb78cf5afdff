import { describe, expect, test } from 'vitest'
import type { LabStatus } from '../api/schema.gen'
import { place } from '../test/fake-labs'
import { beginLab, settle } from '../test/lab-time'
import { labStatusQuery } from './labs'

describe('two tabs', () => {
  test('one asks, both know, and both show the same second', async () => {
    const { server, asksIn, pass, openTab } = await beginLab()
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
    const { server, browser, pass, openTab } = await beginLab()
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
    const { server, asksIn, pass, openTab } = await beginLab()
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
    const { server, asksIn, pass, openTab } = await beginLab(null)
    server.start(0, 7200)
    await openTab()
    await openTab()
    await pass(15)
    expect(await asksIn(60)).toBeGreaterThan(6)
  })

  test('T04 what one tab has stopped is off in both, whatever is still on its way', async () => {
    const { server, browser, pass, openTab } = await beginLab()
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
    const { server, browser, pass } = await beginLab()
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
    const { server, browser, pass, openTab } = await beginLab()
    server.start(0, 7200)
    const tab = await openTab()
    await pass(1)
    browser.broadcast(message)
    await pass(1)
    expect(tab.view().state).toBe('ready')
    expect(Math.abs((tab.view().left ?? 0) - server.left())).toBeLessThan(2)
  })
})
