import { describe, expect, it } from 'vitest'
import type { Reading } from './cycle'
import { findLeaks, findLeaksOfFew, heapSlope, slope } from './judge'

const rest: Reading = {
  cycles: 0,
  heap: 20,
  nodes: 3000,
  documents: 2,
  listeners: 900,
  timers: 12,
  observers: 3,
  sockets: 0,
  requests: 0,
}

/** Readings at 0, 10 … 50 cycles, each changed from the first one by its number of cycles. */
const series = (grow: (cycles: number) => Partial<Reading>): Reading[] =>
  [0, 10, 20, 30, 40, 50].map(cycles => ({ ...rest, ...grow(cycles), cycles }))

describe('M02 the judgement of a soak', () => {
  it('reads a slope through noise', () => {
    expect(
      slope([
        [0, 5],
        [1, 7],
        [2, 9],
      ]),
    ).toBeCloseTo(2)
    expect(
      slope([
        [0, 1],
        [1, -1],
        [2, 1],
        [3, -1],
        [4, 1],
      ]),
    ).toBeCloseTo(0)
    expect(heapSlope(series(cycles => ({ heap: 20 + cycles * 0.02 })))).toBeCloseTo(2)
  })

  it('finds nothing where everything is back, however it went up and down on the way', () => {
    expect(
      findLeaks(series(cycles => ({ nodes: 3000 + (cycles % 50) * 50, heap: 20 + (cycles % 20) / 100 }))),
    ).toEqual([])
  })

  it.each<[string, (cycles: number) => Partial<Reading>, RegExp]>([
    ['a listener in each cycle', cycles => ({ listeners: 900 + cycles }), /^listeners: 50 more/],
    ['three nodes in each cycle', cycles => ({ nodes: 3000 + 3 * cycles }), /^nodes: 150 more/],
    ['a document in ten cycles', cycles => ({ documents: 2 + cycles / 10 }), /^documents: 5 more/],
    ['an interval in ten cycles', cycles => ({ timers: 12 + cycles / 10 }), /^timers: 5 more/],
    ['an observer in ten cycles', cycles => ({ observers: 3 + cycles / 10 }), /^observers: 5 more/],
    ['one socket in all', cycles => ({ sockets: cycles === 50 ? 1 : 0 }), /^sockets: 1 more/],
    ['one request that never ends', cycles => ({ requests: cycles === 50 ? 1 : 0 }), /^requests: 1 more/],
    ['12 kB in each cycle', cycles => ({ heap: 20 + cycles * 0.012 }), /^heap: 1\.20 MB/],
    ['no heap at all', () => ({ heap: Number.NaN }), /^heap: NaN/],
  ])('finds %s', (_, grow, leak) => {
    expect(findLeaks(series(grow))).toEqual([expect.stringMatching(leak)])
  })

  it.each<[string, (cycles: number) => Partial<Reading>]>([
    ['a listener in each cycle', cycles => ({ listeners: 900 + cycles })],
    ['a node in each cycle', cycles => ({ nodes: 3000 + cycles })],
    ['a timer in four cycles', cycles => ({ timers: 12 + cycles / 4 })],
    ['an observer in four cycles', cycles => ({ observers: 3 + cycles / 4 })],
    ['a document in each terminal', cycles => ({ documents: 2 + cycles / 4 })],
    ['one socket in all', cycles => ({ sockets: cycles === 16 ? 1 : 0 })],
  ])('finds %s by 16 cycles, whatever the heap does', (_, grow) => {
    const few = [0, 8, 16].map(cycles => ({ ...rest, heap: 10 + cycles / 10, ...grow(cycles), cycles }))
    expect(findLeaksOfFew(few)).toHaveLength(1)
    expect(findLeaksOfFew(few.map(reading => ({ ...rest, heap: reading.heap })))).toEqual([])
  })

  it('refuses to judge one reading', () => {
    expect(() => findLeaks([rest])).toThrow('between two readings')
  })
})
