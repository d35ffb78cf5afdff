import { QueryClient } from '@tanstack/react-query'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CallOutcome } from '../../api/api-health'
import type { CallName } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import type { Group } from '../../api/responses'
import { createListeners } from '../../lib/store'
import { installFakeClock } from '../../test/fake-clock'
import { createMemoryStorage } from '../../test/memory-storage'
import { createLedgerStore, type LedgerEntry, parseLedger } from './ledger'
import { recordExam } from './ledger-recorder'

const minute = 60_000
const begin = Date.parse('2026-11-21T10:00:00Z')
const poll = 'getGroup'

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
      mutationKey: ['submitFlags'],
      mutationFn: () => new Promise(() => {}),
    })
    void mutation.execute({ params, body: { flags: ['flag{top-secret}'] } })
  }

  test('records a flag without a response with its task and without its text', async () => {
    const page = makePage()
    page.knows('exam_started')
    send(page)
    page.fails('submitFlags')
    expect(await page.entries()).toEqual([
      expect.objectContaining({
        kind: 'unsent',
        operation: 'submitFlags',
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
    page.fails('submitFlags')
    send(page, 502)
    page.fails('submitFlags')
    const unsent = (await page.entries()).filter(({ kind }) => kind === 'unsent')
    expect(unsent.map(({ task }) => task)).toEqual([501, undefined])
  })
})
