import { describe, expect, test } from 'vitest'
import type { Locks } from '../api/with-lock'
import { clock } from '../lib/clock'
import { createStorage } from '../lib/storage'
import { createLocks } from '../test/fake-browser'
import { type LedgerEntry, parseLedger } from './exam-ledger-entries'
import { createLedgerStore } from './exam-ledger-store'

const gap = (id: string, from: number, to: number): LedgerEntry => ({ id, attempt: 1, kind: 'gap', from, to })

describe('the store', () => {
  const makeTabs = (locks = createLocks()) => {
    const values = new Map<string, string>()
    const area = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    }
    const storage = createStorage(() => area)
    const open = () => createLedgerStore({ storage, clock, locks: () => locks, events: () => null })
    return { values, one: open(), two: open(), locks }
  }

  /** Another tab that holds the lock until released. */
  const hold = (locks: Locks) =>
    new Promise<{ free: () => Promise<unknown> }>(entered => {
      const held = locks.request('flagship.examLedger', {}, () => {
        let done = () => {}
        const wait = new Promise<void>(resolve => {
          done = resolve
        })
        entered({
          free: () => {
            done()
            return held
          },
        })
        return wait
      })
    })

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
    const held = await hold(locks)
    one.commit([gap('a-1', 1, 2)])
    one.commitNow([gap('a-2', 5, 6)])
    expect(parseLedger(two.text()).entries).toHaveLength(2)
    await held.free()
  })

  test('drops pending entries of a user who has left', async () => {
    const { one, locks } = makeTabs()
    const held = await hold(locks)
    one.commit([gap('a-1', 1, 2)])
    one.forget()
    await held.free()
    one.commit([gap('a-2', 5, 6)])
    await expect.poll(() => parseLedger(one.text()).entries.map(({ id }) => id)).toEqual(['a-2'])
  })
})
