import { describe, expect, test } from 'vitest'
import type { Locks } from '../../api/with-lock'
import { storageRegistry } from '../../lib/storage'
import { createLocks } from '../../test/fake-browser'
import { createMemoryStorage } from '../../test/memory-storage'
import { createLedgerStore, type LedgerEntry, MAX_ENTRIES, mergeLedger, parseLedger } from './ledger'

const poll = 'getGroup'

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
    const named = JSON.stringify({ entries: [{ ...entry, operation: poll }] })
    expect(parseLedger(named).entries[0]?.operation).toBe(poll)
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
