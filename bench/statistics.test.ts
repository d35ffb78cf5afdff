import { expect, test } from 'vitest'
import { blockingTime, median, quantile, summarise } from './statistics'

test.each([
  [[], Number.NaN],
  [[4], 4],
  [[9, 1, 5], 5],
  [[8, 2, 4, 6], 5],
])('the median of %j is %d', (values, expected) => expect(median(values)).toBe(expected))

test.each([
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0, 1],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.5, 5],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95, 10],
  [[10, 9, 1], 1, 10],
  [[], 0.5, Number.NaN],
])('of %j the share %d is at most %d', (values, share, expected) =>
  expect(quantile(values, share)).toBe(expected),
)

test('a summary leaves what it sums up in its order', () => {
  const values = [30, 10, 20]
  expect(summarise(values)).toEqual({ median: 20, min: 10, max: 30, count: 3 })
  expect(values).toEqual([30, 10, 20])
})

test('only what is over 50 ms of a task blocks', () => expect(blockingTime([50, 51, 120, 12])).toBe(71))
