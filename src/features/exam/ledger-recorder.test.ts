import { QueryClient } from '@tanstack/react-query'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CallOutcome } from '../../api/api-health'
import type { CallName } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import type { Group } from '../../api/responses'
import { createListeners } from '../../lib/listeners'
import { installFakeClock } from '../../test/fake-clock'
import { createMemoryStorage } from '../../test/memory-storage'
import { createLedgerStore, type LedgerEntry, mergeLedger, parseLedger } from './ledger'
import { EMPTY_STATE, type LedgerEvent, recordExam, reduceLedger } from './ledger-recorder'

const minute = 60_000
const begin = Date.parse('2026-11-21T10:00:00Z')
const poll = 'getGroup'
const flag = 'submitFlags'

const rest = () => new Promise(resolve => setImmediate(resolve))

const makePage = (values = new Map<string, string>()) => {
  const device = installFakeClock(begin)
  /** Time that the monotonic clock of the device has not counted. */
  let slept = 0
  const now = () => device.now() + slept
  const storage = createMemoryStorage(values)
  const store = createLedgerStore({ storage, locks: () => null })
  const queryClient = new QueryClient()
  const calls = createListeners<[CallOutcome]>()
  const events = new EventTarget()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  let isOnline = true
  const stop = recordExam({
    queryClient,
    apiHealth: { lastResponseAt: () => begin - 1000, subscribe: calls.subscribe },
    serverClock: { now },
    store,
    tab: 'a',
    events,
    page: page as unknown as Document,
    isOnline: () => isOnline,
  })
  onTestFinished(() => {
    stop()
    queryClient.clear()
  })
  const entries = async () => {
    await rest()
    return parseLedger(store.text()).entries
  }
  const call = (isLost: boolean, operation: CallName = poll) => {
    const failure = isLost ? ({ kind: 'network', status: undefined } as const) : null
    calls.emit({ operation, sentAt: now(), endedAt: now(), failure })
  }
  return {
    pass: device.advance,
    sleep: (milliseconds: number) => {
      slept += milliseconds
    },
    at: now,
    queryClient,
    stop,
    answers: (operation?: CallName) => call(false, operation),
    fails: (operation?: CallName) => call(true, operation),
    knows: (status: string, startedAt = begin) =>
      queryClient.setQueryData(groupQuery(5).queryKey, {
        attempts: [{ id: 41, status, started_at: new Date(startedAt).toISOString() }],
      } as unknown as Group),
    hasNoData: (groupId: number) =>
      queryClient.setQueryData(groupQuery(groupId).queryKey, { attempts: 'none' } as unknown as Group),
    show: (state: DocumentVisibilityState) => {
      page.visibilityState = state
      page.dispatchEvent(new Event('visibilitychange'))
    },
    says: (name: 'offline' | 'online' | 'pagehide') => {
      isOnline = name !== 'offline'
      events.dispatchEvent(new Event(name))
    },
    /** The stored log after all pending writes. */
    entries,
    kinds: async () => (await entries()).map(({ kind }) => kind),
    text: async () => {
      await rest()
      return store.text()
    },
  }
}

describe('recording', () => {
  test('records nothing before and after the exam', async () => {
    const page = makePage()
    page.knows('get_access')
    page.fails()
    page.fails()
    expect(await page.text()).toBeNull()
    page.pass(minute)
    page.knows('exam_started', page.at())
    page.answers()
    page.fails()
    page.hasNoData(8)
    page.fails()
    expect(await page.kinds()).toEqual(['gap', 'retry', 'failure', 'failure'])
    page.knows('time_left')
    const after = await page.entries()
    page.fails()
    page.pass(10 * minute)
    expect(await page.entries()).toEqual(after)
  })

  test("E14 records failures since the attempt's start and the opening of the page", async () => {
    const page = makePage()
    page.pass(5000)
    page.fails()
    page.pass(5000)
    page.fails()
    page.pass(5000)
    page.answers()
    page.knows('exam_started', begin - 30_000)
    expect(await page.kinds()).toEqual(['gap', 'opened', 'failure', 'failure', 'retry'])
    expect((await page.entries())[0]).toMatchObject({ attempt: 41, from: begin - 1000, to: begin + 15_000 })
  })

  test('of many failures before the attempt is known, the last 50 are kept', async () => {
    const page = makePage()
    for (let second = 1; second <= 60; second += 1) {
      page.pass(1000)
      page.fails()
    }
    page.knows('exam_started', begin - 30_000)
    const failures = (await page.entries()).filter(({ kind }) => kind === 'failure')
    expect(failures.length).toBeGreaterThan(40)
    expect(failures.at(-1)?.to).toBe(begin + 60_000)
  })

  test('writes nothing for another user after it was stopped', async () => {
    const page = makePage()
    page.knows('exam_started')
    page.stop()
    const before = await page.text()
    page.fails()
    page.says('offline')
    page.says('pagehide')
    expect(await page.text()).toBe(before)
  })
})

describe('absences', () => {
  test('records a hidden hour without a gap, and ignores short absences', async () => {
    const page = makePage()
    page.knows('exam_started')
    page.answers()
    page.show('hidden')
    page.pass(20_000)
    page.show('visible')
    expect(await page.kinds()).toEqual([])
    page.show('hidden')
    page.pass(60 * minute)
    page.show('visible')
    page.fails()
    page.pass(5000)
    page.fails()
    expect(await page.kinds()).toEqual(['hidden', 'failure', 'gap', 'failure'])
    expect((await page.entries())[2]).toMatchObject({ kind: 'gap', from: begin + 20_000 + 60 * minute })
  })

  test('E02 detects sleep by the clock', async () => {
    const page = makePage()
    page.knows('exam_started')
    page.pass(30_000)
    page.sleep(120 * minute)
    page.pass(10_000)
    expect(await page.entries()).toEqual([
      expect.objectContaining({ kind: 'asleep', from: begin + 30_000, to: begin + 40_000 + 120 * minute }),
    ])
  })

  test('records offline times', async () => {
    const page = makePage()
    page.knows('exam_started')
    page.says('offline')
    expect((await page.entries())[0]).toMatchObject({ kind: 'offline', isOpen: true })
    page.pass(7000)
    page.says('online')
    expect((await page.entries())[0]).toMatchObject({ from: begin, to: begin + 7000 })
    expect((await page.entries())[0]).not.toHaveProperty('isOpen')
  })

  test('closes entries that a closed page left open', async () => {
    const left: LedgerEntry = {
      id: 'old-1',
      attempt: 41,
      kind: 'gap',
      from: begin - 50_000,
      to: begin - 20_000,
      isOpen: true,
    }
    const page = makePage(new Map([['flagship.examLedger', JSON.stringify({ entries: [left] })]]))
    page.knows('exam_started')
    const { isOpen: _, ...closed } = left
    expect((await page.entries())[0]).toEqual(closed)
  })
})

describe('flags', () => {
  const send = (page: ReturnType<typeof makePage>, task = 501) => {
    const params = { query: { task_id: task, group_id: 5 } }
    const mutation = page.queryClient.getMutationCache().build(page.queryClient, {
      mutationKey: [flag],
      mutationFn: () => new Promise(() => {}),
    })
    void mutation.execute({ params, body: { flags: ['flag{top-secret}'] } })
  }

  test('records a flag without a response with its task and without its text', async () => {
    const page = makePage()
    page.knows('exam_started')
    send(page)
    page.fails(flag)
    expect(await page.entries()).toEqual([
      expect.objectContaining({
        kind: 'unsent',
        operation: flag,
        task: 501,
        failure: 'network',
      }),
    ])
    expect(await page.text()).not.toContain('secret')
  })

  test('records a flag that is pending when the page closes', async () => {
    const page = makePage()
    page.knows('exam_started')
    send(page)
    page.says('pagehide')
    expect(await page.entries()).toEqual([
      expect.objectContaining({ kind: 'unsent', task: 501, failure: 'aborted' }),
    ])
  })
  test('names no task when flags of two tasks are pending', async () => {
    const page = makePage()
    page.knows('exam_started')
    send(page, 501)
    send(page, 501)
    page.fails(flag)
    send(page, 502)
    page.fails(flag)
    const unsent = (await page.entries()).filter(({ kind }) => kind === 'unsent')
    expect(unsent.map(({ task }) => task)).toEqual([501, undefined])
  })
})

const call = (
  at: number,
  isLost = false,
  operation: CallName = poll,
  task: number | null = null,
): LedgerEvent => ({
  type: 'call',
  task,
  call: {
    operation,
    sentAt: at - 500,
    endedAt: at,
    failure: isLost ? { kind: 'network', status: undefined } : null,
  },
})
const lost = (at: number, operation?: CallName, task?: number | null) => call(at, true, operation, task)
const away = (why: 'hidden' | 'asleep', from: number, to: number): LedgerEvent => ({
  type: 'away',
  why,
  from,
  to,
})

/** The log after these events of one tab. */
const getLedger = (events: readonly LedgerEvent[]) => {
  let state = EMPTY_STATE
  let ledger = parseLedger(null)
  for (const event of events) {
    const step = reduceLedger(state, event, 'a')
    state = step.state
    ledger = mergeLedger(
      ledger,
      step.notes.map(note => ({ ...note, attempt: 1 })),
    )
  }
  return ledger
}
const getLines = (events: readonly LedgerEvent[]) =>
  getLedger(events).entries.map(({ kind, from, to, isOpen, isAgain }) =>
    [kind, from, to, isOpen && 'open', isAgain && 'again'].filter(Boolean).join(' '),
  )

describe('entries', () => {
  test.each<[string, LedgerEvent[], string[]]>([
    ['answers: nothing', [call(1000), call(61_000)], []],
    [
      'one failed poll is listed, and so is that it came through; there is no gap',
      [call(1000), lost(61_000), call(66_000)],
      ['failure 60500 61000', 'retry 65500 66000'],
    ],
    [
      'two are listed with the gap, from the last answer before to the first one after',
      [call(1000), lost(61_000), lost(66_000), call(76_000)],
      ['gap 1000 76000', 'failure 60500 61000', 'failure 65500 66000 again', 'retry 75500 76000'],
    ],
    [
      'a gap lasts until the next response',
      [call(1000), lost(61_000), lost(66_000), lost(90_000)],
      [
        'gap 1000 90000 open',
        'failure 60500 61000',
        'failure 65500 66000 again',
        'failure 89500 90000 again',
      ],
    ],
    [
      'a flag without a response is unsent, and a failed retry is marked',
      [call(1000), lost(5000, flag, 7), lost(9000, flag, 7), call(12_000, false, flag, 7)],
      ['gap 1000 12000', 'unsent 4500 5000', 'unsent 8500 9000 again', 'retry 11500 12000'],
    ],
    [
      'another task sent is no retry',
      [call(1000), lost(5000, flag, 7), call(9000, false, flag, 8)],
      ['unsent 4500 5000'],
    ],
    [
      'a hidden hour is not a gap',
      [call(1000), away('hidden', 2000, 60 * minute), lost(60 * minute + 5000), lost(60 * minute + 9000)],
      [
        'hidden 2000 3600000',
        'gap 3600000 3609000 open',
        'failure 3604500 3605000',
        'failure 3608500 3609000 again',
      ],
    ],
    [
      'an outage continues after sleep with its next failure',
      [call(1000), lost(3000), lost(5000), away('asleep', 8000, 90_000), lost(95_000), call(99_000)],
      [
        'gap 1000 8000',
        'failure 2500 3000',
        'failure 4500 5000 again',
        'asleep 8000 90000',
        'gap 90000 99000',
        'failure 94500 95000 again',
        'retry 98500 99000',
      ],
    ],
    [
      'the device without a network, and the page opened',
      [
        { type: 'opened', at: 500 },
        { type: 'offline', at: 1000 },
        { type: 'offline', at: 1500 },
        { type: 'online', at: 4000 },
        { type: 'online', at: 5000 },
      ],
      ['opened 500 500', 'offline 1000 4000'],
    ],
    [
      'a clock that was set back makes nothing negative',
      [call(90_000), lost(5000), lost(6000), call(2000)],
      ['retry 1500 2000', 'failure 4500 5000', 'failure 5500 6000 again', 'gap 6000 6000'],
    ],
  ])('%s', (_, events, lines) => {
    expect(getLines(events)).toEqual(lines)
  })
})
