import { describe, expect, test } from 'vitest'
import { beginExam, examGroupId } from '../test/fake-exam'
import { groupQuery } from './groups'

const hour = 3600

describe('the pace', () => {
  test('each minute while the exam runs, and never two at once', async () => {
    const { server, asksIn } = await beginExam()
    expect(await asksIn(10)).toBe(0)
    expect(await asksIn(10 * 60)).toBe(10)
    expect(server.mostAtOnce).toBe(1)
  })

  test('what another part of the page has read counts', async () => {
    const { tab, pass, asksIn } = await beginExam()
    await pass(50)
    tab.read()
    expect(await asksIn(50)).toBe(0)
    expect(await asksIn(11)).toBe(1)
  })

  test('E03 hidden for an hour: none; on return one at once, and the time is right', async () => {
    const { server, tab, asksIn } = await beginExam()
    tab.show(false)
    expect(await asksIn(hour, 60_000)).toBe(0)
    const before = server.asked
    tab.show(true)
    tab.watch.onFocus()
    await asksIn(50)
    expect(server.asked - before).toBe(1)
    expect(Math.abs((tab.view()?.left ?? 0) * 1000 - (server.endsAt - server.now()))).toBeLessThan(1000)
  })

  test('a return asks at once, however short it was, unless an answer has just come', async () => {
    const { server, tab, pass } = await beginExam()
    await pass(5)
    const before = server.asked
    tab.show(false)
    await pass(5)
    tab.show(true)
    await pass(0.5)
    expect(server.asked - before).toBe(1)
    tab.watch.onFocus()
    await pass(0.5)
    expect(server.asked - before).toBe(1)
    await pass(5)
    tab.watch.onFocus()
    await pass(0.5)
    expect(server.asked - before).toBe(2)
  })

  test('E03 the time has not drifted after 8 hours', async () => {
    const { server, tab, pass } = await beginExam()
    server.endsAt += 20 * hour * 1000
    await pass(61)
    await pass(8 * hour, 30_000)
    expect(Math.abs((tab.view()?.left ?? 0) * 1000 - (server.endsAt - server.now()))).toBeLessThan(1000)
  })

  test.each([-86_400, -300, 300, 86_400, 315_360_000])(
    'E01 a device whose clock is %i s off shows the right time',
    async seconds => {
      const { device, server, tab, pass } = await beginExam()
      device.jump(seconds * 1000)
      await pass(120)
      expect(Math.abs((tab.view()?.left ?? 0) * 1000 - (server.endsAt - server.now()))).toBeLessThan(2000)
    },
  )

  test('E06 a clock that is set back adds no time', async () => {
    const { device, tab, pass } = await beginExam()
    await pass(10)
    const before = tab.view()?.left ?? 0
    device.jump(-hour * 1000)
    expect(tab.view()?.left).toBeLessThanOrEqual(before)
    await pass(2)
    expect(tab.view()?.left).toBeLessThan(before)
  })

  test.each([25 * 86_400, 10 * 365 * 86_400])(
    'E05 an end %i s ahead is no reason to ask at once',
    async seconds => {
      const { server, tab, asksIn } = await beginExam()
      server.endsAt += seconds * 1000
      tab.read()
      expect(await asksIn(50)).toBe(0)
      expect(await asksIn(11)).toBe(1)
    },
  )

  test('nothing is asked after the watcher has ended, and nothing of the person is left', async () => {
    const { tab, asksIn } = await beginExam()
    tab.watch.stop()
    expect(await asksIn(300)).toBe(0)
    expect(tab.store.get()).toEqual({ groupId: null, isCut: false, notice: null })
  })
})

describe('sleep', () => {
  test('E02 two hours of sleep cost one question', async () => {
    const { server, tab, pass, sleep } = await beginExam()
    await pass(10)
    const before = server.asked
    sleep(2 * hour)
    tab.watch.onVisibility()
    tab.watch.onFocus()
    await pass(30)
    expect(server.asked - before).toBe(1)
    expect(Math.abs((tab.view()?.left ?? 0) * 1000 - (server.endsAt - server.now()))).toBeLessThan(1000)
  })

  test('E02 a sleep right after an answer is one too', async () => {
    const { tab, pass, asksIn, sleep } = await beginExam()
    await pass(10.5)
    tab.read()
    sleep(5 * hour)
    expect(await asksIn(8)).toBe(1)
    expect(tab.store.get()).toMatchObject({ notice: { kind: 'over' } })
  })

  test('E02 a sleep over the end: one question, and its answer is that the time is over', async () => {
    const { tab, pass, asksIn, sleep } = await beginExam()
    await pass(10)
    sleep(5 * hour)
    expect(await asksIn(8)).toBe(1)
    expect(tab.store.get()).toMatchObject({ groupId: null, notice: { kind: 'over', groupId: examGroupId } })
  })
})

describe('the end', () => {
  test('E09 one question at zero, and its answer decides', async () => {
    const { server, tab, pass, asksIn } = await beginExam()
    server.endsAt = server.now() + 90_000
    tab.read()
    await pass(88)
    expect(tab.store.get().groupId).toBe(examGroupId)
    expect(await asksIn(5)).toBe(1)
    expect(tab.store.get()).toMatchObject({ groupId: null, notice: { kind: 'over' } })
    expect(tab.values.has('flagship.exam')).toBe(false)
  })

  test('E09 a server that says at zero that the exam runs is believed, and asked calmly', async () => {
    const { server, tab, pass, asksIn } = await beginExam()
    server.endsAt = server.now() + 30_000
    server.status = 'exam_started'
    tab.read()
    await pass(29)
    expect(await asksIn(3)).toBe(1)
    expect(tab.store.get().groupId).toBe(examGroupId)
    expect(tab.view()?.left).toBe(0)
    expect(await asksIn(50)).toBe(5)
    expect(await asksIn(5 * 60)).toBeLessThanOrEqual(11)
    server.status = 'need_report'
    await pass(31)
    expect(tab.store.get()).toMatchObject({ groupId: null, notice: { kind: 'over' } })
    expect(await asksIn(600)).toBe(0)
  })

  test('once over it is asked on until it is said what comes next', async () => {
    const { server, tab, pass, asksIn } = await beginExam()
    server.status = 'time_left'
    await pass(61)
    expect(tab.store.get()).toMatchObject({ groupId: null, notice: { kind: 'over' } })
    expect(await asksIn(60)).toBe(2)
    server.status = 'checking'
    await pass(31)
    expect(await asksIn(600)).toBe(0)
  })

  test('an end that was moved is told once, and counts', async () => {
    const { server, tab, pass } = await beginExam()
    const from = server.endsAt
    server.endsAt += 1_800_000
    await pass(61)
    const notice = { kind: 'moved', groupId: examGroupId, from, to: server.endsAt }
    expect(tab.store.get().notice).toEqual(notice)
    await pass(61)
    expect(tab.store.get().notice).toEqual(notice)
    tab.store.dismiss()
    await pass(180)
    expect(tab.store.get().notice).toBeNull()
  })
})

describe('which exam runs', () => {
  test('it is kept for the next page, and asked for there at once', async () => {
    const first = await beginExam()
    expect(first.tab.values.get('flagship.exam')).toBe(`5 ${first.server.endsAt}`)
    const { tab, asksIn } = await beginExam('5')
    expect(await asksIn(0.5)).toBe(1)
    expect(tab.view()?.left).toBeGreaterThan(0)
  })

  test('an end that was moved while the page was closed is told on the next one, once', async () => {
    const to = Date.UTC(2026, 9, 5, 16)
    const { tab, pass } = await beginExam(`5 ${to - 1_800_000}`)
    await pass(0.5)
    expect(tab.store.get().notice).toEqual({ kind: 'moved', groupId: examGroupId, from: to - 1_800_000, to })
    tab.store.dismiss()
    await pass(61)
    expect(tab.store.get().notice).toBeNull()
    expect(tab.values.get('flagship.exam')).toBe(`5 ${to}`)
  })

  test('over while the page was closed: said, unless it ended long ago', async () => {
    const { server, tab, pass } = await beginExam('5')
    server.status = 'need_report'
    await pass(0.5)
    expect(tab.store.get()).toMatchObject({ groupId: null, notice: { kind: 'over' } })
    const later = await beginExam('5')
    later.server.status = 'completed'
    await later.pass(0.5)
    expect(later.tab.store.get()).toMatchObject({ groupId: null, notice: null })
  })

  test('an answer from before the start ends it without a word, and the next one shows it again', async () => {
    const { server, tab } = await beginExam()
    server.status = 'get_access'
    tab.read()
    expect(tab.store.get()).toMatchObject({ groupId: null, notice: null })
    server.status = null
    tab.read()
    expect(tab.store.get().groupId).toBe(examGroupId)
  })

  test.each([[null], [5], ['text'], [{ attempts: 'none' }], [{ attempts: [null, { id: 'x' }] }]])(
    'E11 an answer that has drifted to %j breaks nothing',
    async group => {
      const { server, tab, pass } = await beginExam()
      tab.give(group)
      server.status = 'exam_started'
      await pass(61)
      tab.read()
      expect(tab.store.get().groupId).toBe(examGroupId)
    },
  )

  test('begun on another device: exams of the list that nothing is known of are read once, when idle', async () => {
    const { server, tab, pass } = await beginExam()
    server.status = 'completed'
    tab.read()
    const groups = [
      { id: 1, is_exam: false },
      { id: 5, is_exam: true },
      { id: 6, is_exam: true, end_date: '2020-01-01T00:00:00Z' },
      { id: 8, is_exam: true },
      null,
    ]
    tab.giveList(groups)
    await pass(2)
    expect(tab.asked).toEqual([])
    await pass(2)
    expect(tab.asked).toEqual([8])
    tab.queryClient.removeQueries({ queryKey: groupQuery(8).queryKey })
    tab.giveList([...groups])
    await pass(30)
    expect(tab.asked).toEqual([8])
  })

  test('nobody looks into exams while one runs, or in a hidden tab', async () => {
    const { server, tab, pass } = await beginExam()
    tab.giveList([{ id: 8, is_exam: true }])
    await pass(5)
    server.status = 'completed'
    tab.read()
    tab.show(false)
    tab.giveList([
      { id: 8, is_exam: true },
      { id: 9, is_exam: true },
    ])
    await pass(5)
    expect(tab.asked).toEqual([])
  })
})
