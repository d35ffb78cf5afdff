import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clock, MAX_TIMEOUT_MS, setClock } from './clock'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  setClock(null)
})

const day = 86_400_000

test.each([25 * day, 3650 * day])('E05 a delay of %i ms does not fire early', delay => {
  const run = vi.fn()
  clock.after(delay, run)
  vi.advanceTimersByTime(delay - 1)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a long delay can be cancelled at any time', () => {
  const run = vi.fn()
  const cancel = clock.after(MAX_TIMEOUT_MS * 2, run)
  vi.advanceTimersByTime(MAX_TIMEOUT_MS + 5)
  cancel()
  cancel()
  vi.advanceTimersByTime(MAX_TIMEOUT_MS * 2)
  expect(run).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('a negative or NaN delay fires at once', () => {
  const run = vi.fn()
  clock.after(-5, run)
  clock.after(Number.NaN, run)
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(2)
})

test("E06 setting the device's clock affects neither delays nor periods", () => {
  const callback = vi.fn()
  const ticks = vi.fn()
  clock.after(10_000, callback)
  const stop = clock.every(1000, ticks)
  vi.setSystemTime(Date.now() - 3 * day)
  vi.advanceTimersByTime(9999)
  expect(callback).not.toHaveBeenCalled()
  expect(ticks).toHaveBeenCalledTimes(9)
  vi.advanceTimersByTime(1)
  expect(callback).toHaveBeenCalledTimes(1)
  stop()
})

test('E03 periods do not drift, although each tick is late', () => {
  let elapsed = 0
  const pending: { due: number; run: () => void }[] = []
  setClock({
    elapsed: () => elapsed,
    timer: (delay, run) => {
      const one = { due: elapsed + delay, run }
      pending.push(one)
      return () => void pending.splice(pending.indexOf(one), 1)
    },
  })
  const at: number[] = []
  const stop = clock.every(1000, () => at.push(elapsed))
  for (let count = 0; count < 8 * 3600; count += 1) {
    const next = pending.shift()
    if (!next) throw new Error('No tick is planned.')
    elapsed = next.due + 15
    next.run()
  }
  expect(at.at(-1)).toBe(8 * 3600 * 1000 + 15)
  stop()
  expect(pending).toHaveLength(0)
})

test('E02 after sleep there is one tick, not a burst', () => {
  let elapsed = 0
  let planned: (() => void) | null = null
  setClock({
    elapsed: () => elapsed,
    timer: (_, run) => {
      planned = run
      return () => {}
    },
  })
  const run = vi.fn()
  clock.every(1000, run)
  elapsed = 7_200_300
  const wake = planned as (() => void) | null
  planned = null
  wake?.()
  expect(run).toHaveBeenCalledTimes(1)
  expect(planned).not.toBeNull()
})

test('a period can be cancelled from its own tick', () => {
  const run = vi.fn(() => stop())
  const stop = clock.every(1000, run)
  vi.advanceTimersByTime(5000)
  expect(run).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a period of 0 throws', () => {
  expect(() => clock.every(0, () => {})).toThrow(RangeError)
  expect(() => clock.every(Number.NaN, () => {})).toThrow(RangeError)
})

test('setClock replaces parts of the clock', () => {
  setClock({ now: () => 42, elapsed: () => 7 })
  expect([clock.now(), clock.elapsed()]).toEqual([42, 7])
  setClock(null)
  expect(clock.now()).toBe(Date.now())
})
