import { expect, test } from 'vitest'
import { backoff } from './backoff'

test('doubles from the first delay to the longest', () => {
  expect([0, 1, 2, 3, 4, 5].map(failures => backoff(failures, 1000, 15_000))).toEqual([
    1000, 2000, 4000, 8000, 15_000, 15_000,
  ])
  expect(backoff(5000, 1000, 60_000)).toBe(60_000)
})
