import { describe, expect, test } from 'vitest'
import type { LabStatus } from '../api/schema.gen'
import { labTask } from '../test/fake-labs'
import { settle, setupLab } from '../test/lab-time'
import { labStatusQuery } from './labs'

describe('two tabs', () => {
  test('one polls, both know the status and show the same second', async () => {
    const { server, countRequests, pass, openTab } = await setupLab()
    server.start(20, 3600)
    const [one, two] = [await openTab(), await openTab()]
    await pass(25)
    expect(await countRequests(60)).toBe(6)
    expect(two.view().state).toBe('ready')
    for (let second = 0; second < 15; second += 1) {
      await pass(0.5)
      expect(two.displayedSecondsLeft()).toBe(one.displayedSecondsLeft())
    }
  })

  test('a tab without the lab learns of it, and of its end', async () => {
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

  test('another tab takes over when the polling one is hidden or closed', async () => {
    const { server, countRequests, pass, openTab } = await setupLab()
    server.start(0, 7200)
    const [one, two] = [await openTab(), await openTab()]
    await pass(15)
    one.show(false)
    expect(await countRequests(60)).toBe(6)
    one.show(true)
    await pass(1)
    expect(await countRequests(60)).toBe(6)
    two.watch.stop()
    expect(await countRequests(60)).toBe(6)
    one.show(false)
    expect(await countRequests(60)).toBe(0)
  })

  test('every visible tab polls without locks', async () => {
    const { server, countRequests, pass, openTab } = await setupLab(null)
    server.start(0, 7200)
    await openTab()
    await openTab()
    await pass(15)
    expect(await countRequests(60)).toBeGreaterThan(6)
  })

  test('T04 a lab stopped in one tab is off in both, despite pending responses', async () => {
    const { server, browser, pass, openTab } = await setupLab()
    server.start(0, 7200)
    const [one, two] = [await openTab(), await openTab()]
    await pass(5)
    const oldStatus = server.status()
    server.stop()
    two.setData({ status: 'off', endpoints: [] })
    await pass(0.5)
    browser.broadcast({
      type: 'answer',
      userId: 1,
      place: labTask,
      status: oldStatus,
      askedAt: server.now() - 900,
      now: server.now(),
    })
    await pass(1)
    expect(one.view().state).toBe('off')
    expect(two.view().state).toBe('off')
  })

  test("T04 a response requested before another tab's start is ignored", async () => {
    const { server, browser, pass } = await setupLab()
    const [one, two] = [browser.openTab(), browser.openTab()]
    const off: LabStatus = { status: 'off', endpoints: [] }
    two.setData(off)
    let answer = (_: LabStatus) => {}
    const asking = new Promise<LabStatus>(resolve => {
      answer = resolve
    })
    const oldStatus = two.queryClient
      .fetchQuery({ ...labStatusQuery(labTask.groupId, labTask.taskId), queryFn: () => asking, staleTime: 0 })
      .catch(() => null)
    server.start(60, 600)
    one.setData(server.status())
    await settle()
    answer(off)
    await oldStatus
    await settle()
    expect(two.view().state).toBe('starting')
    expect(two.tracker.get()?.task).toEqual(labTask)
    await pass(1)
  })

  test.each([
    null,
    'ask',
    { type: 'ask' },
    { type: 'answer', userId: 1 },
    { type: 'answer', userId: 1, place: { groupId: '..', taskId: 1 }, status: {}, askedAt: 0, now: 0 },
    { type: 'answer', userId: 1, place: labTask, status: 'off', askedAt: 0, now: 0 },
    { type: 'answer', userId: 1, place: labTask, status: { status: 'off' }, askedAt: 0, now: Number.NaN },
    { type: 'answer', userId: 2, place: labTask, status: { status: 'off' }, askedAt: 0, now: 0 },
  ])('ignores %j', async message => {
    const { server, browser, pass, openTab } = await setupLab()
    server.start(0, 7200)
    const tab = await openTab()
    await pass(1)
    browser.broadcast(message)
    await pass(1)
    expect(tab.view().state).toBe('ready')
    expect(Math.abs((tab.view().left ?? 0) - server.left())).toBeLessThan(2)
  })
})
