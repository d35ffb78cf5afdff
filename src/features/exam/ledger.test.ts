import { describe, expect, test } from 'vitest'
import type { CallName } from '../../api/errors'
import type { Locks } from '../../api/with-lock'
import { storageRegistry } from '../../lib/storage'
import { createLocks } from '../../test/fake-browser'
import { createMemoryStorage } from '../../test/memory-storage'
import { createLedgerStore, type LedgerEntry, MAX_ENTRIES, mergeLedger, parseLedger } from './ledger'
import { EMPTY_STATE, type LedgerEvent, reduceLedger } from './ledger-recorder'

const poll = 'getGroup'
const flag = 'submitFlags'
const minute = 60_000

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
const getLedger = (events: readonly LedgerEvent[], tab = 'a', before = parseLedger(null)) => {
  let state = EMPTY_STATE
  let ledger = before
  for (const event of events) {
    const step = reduceLedger(state, event, tab)
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

const gap = (id: string, from: number, to: number, extra: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id,
  attempt: 1,
  kind: 'gap',
  from,
  to,
  ...extra,
})

test('merges gaps of two tabs, and a gap never shrinks', () => {
  const both = mergeLedger(parseLedger(null), [gap('a-1', 10, 50, { isOpen: true }), gap('b-1', 20, 60)])
  expect(both.entries).toEqual([gap('a-1', 10, 60)])
  expect(mergeLedger(both, [gap('a-1', 10, 55)]).entries).toEqual([gap('a-1', 10, 60)])
  const other = mergeLedger(both, [gap('c-1', 40, 70, { attempt: 2 })])
  expect(other.entries).toHaveLength(2)
})

test('drops the oldest ordinary entries first; keeps gaps and unsent flags', () => {
  const many = Array.from({ length: MAX_ENTRIES + 40 }, (_, at): LedgerEntry => {
    const kind = at === 0 ? 'gap' : at === 1 ? 'unsent' : 'failure'
    return { id: `a-${at}`, attempt: 1, kind, from: at * 10, to: at * 10 + 1, operation: poll }
  })
  const ledger = mergeLedger(parseLedger(null), many)
  expect(ledger.entries).toHaveLength(MAX_ENTRIES)
  expect(ledger.entries.slice(0, 3).map(({ id }) => id)).toEqual(['a-0', 'a-1', 'a-42'])
  expect(ledger.dropped).toEqual({ 1: 40 })
})

test('the longest log fits into the storage limit', () => {
  const longest: LedgerEntry = {
    id: 'x'.repeat(40),
    attempt: Number.MAX_SAFE_INTEGER,
    kind: 'failure',
    from: 8_640_000_000_000_000,
    to: 8_640_000_000_000_000,
    isOpen: true,
    operation: 'a'.repeat(80),
    task: Number.MAX_SAFE_INTEGER,
    failure: 'badResponse',
    status: 599,
    isAgain: true,
  }
  const id = (at: number) => `${longest.id.slice(4)}-${at}`
  const text = JSON.stringify(
    mergeLedger(
      parseLedger(null),
      Array.from({ length: 500 }, (_, at) => ({ ...longest, id: id(at) })),
    ),
  )
  expect(storageRegistry['flagship.examLedger'].parse(text)).toBe(text)
  expect(parseLedger(text).entries).toHaveLength(MAX_ENTRIES)
})

describe('malformed storage', () => {
  const entry = { id: 'a-1', attempt: 1, kind: 'unsent', from: 1, to: 2 }

  test.each([
    null,
    '{',
    '7',
    'null',
    '[1,2]',
    '{"entries":{"length":3}}',
    JSON.stringify({ entries: [null, 1, 'x', {}, { ...entry, attempt: '1' }] }),
    JSON.stringify({ entries: [{ ...entry, from: 5 }] }),
    JSON.stringify({ entries: [{ ...entry, kind: '__proto__' }] }),
  ])('%s is an empty log', text => {
    expect(parseLedger(text)).toEqual({ entries: [], dropped: {} })
  })

  test('keeps known fields only: no flag, no link', () => {
    const sent = { ...entry, flags: ['flag{x}'], operation: 'x?a=1' }
    const text = JSON.stringify({ entries: [sent], dropped: { 1: 2, __x: 3, 4: -1 } })
    expect(parseLedger(text)).toEqual({ entries: [entry], dropped: { 1: 2 } })
    const named = JSON.stringify({ entries: [{ ...entry, operation: 'submitFlags' }] })
    expect(parseLedger(named).entries[0]?.operation).toBe('submitFlags')
  })
})

describe('the store', () => {
  const makeTabs = (locks = createLocks()) => {
    const values = new Map<string, string>()
    const storage = createMemoryStorage(values)
    const open = () => createLedgerStore({ storage, locks: () => locks })
    return { values, one: open(), two: open(), locks }
  }

  /** Another tab that holds the lock until released. */
  const hold = async (locks: Locks) => {
    let free = () => {}
    const wait = new Promise<void>(resolve => {
      free = resolve
    })
    let enter = () => {}
    const entered = new Promise<void>(resolve => {
      enter = resolve
    })
    const held = locks.request('flagship.examLedger', {}, () => {
      enter()
      return wait
    })
    await entered
    return () => {
      free()
      return held
    }
  }

  test('merges the writes of two tabs', async () => {
    const { one, two } = makeTabs()
    const times = Array.from({ length: 20 }, (_, at) => at * 1000)
    for (const at of times) {
      one.commit([gap(`a-${at}`, at, at + 10)])
      two.commit([gap(`b-${at}`, at + 500, at + 510)])
    }
    await expect.poll(() => parseLedger(one.text()).entries).toHaveLength(40)
  })

  test('a closing page writes immediately, even without the lock', async () => {
    const { one, two, locks } = makeTabs()
    const free = await hold(locks)
    one.commit([gap('a-1', 1, 2)])
    one.commitNow([gap('a-2', 5, 6)])
    expect(parseLedger(two.text()).entries).toHaveLength(2)
    await free()
  })

  test('drops pending entries of a user who has left', async () => {
    const { one, locks } = makeTabs()
    const free = await hold(locks)
    one.commit([gap('a-1', 1, 2)])
    one.forget()
    await free()
    one.commit([gap('a-2', 5, 6)])
    await expect.poll(() => parseLedger(one.text()).entries.map(({ id }) => id)).toEqual(['a-2'])
  })
})
