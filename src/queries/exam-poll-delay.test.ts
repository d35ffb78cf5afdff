import { expect, test } from 'vitest'
import { ApiError } from '../api/errors'
import { getExamPollDelay, getExamRetryDelay } from './exam-poll-delay'

const now = Date.UTC(2026, 9, 5, 12)

test.each([
  [true, 3_600_000, 60_000],
  [true, 60_000, 60_000],
  [true, 20_000, 20_500],
  [true, 0, 10_000],
  [true, -59_000, 10_000],
  [true, -61_000, 30_000],
  [true, null, 60_000],
  [false, -5000, 10_000],
  [false, -600_000, 30_000],
  [false, 3_600_000, 30_000],
  [false, null, 30_000],
])('E09 running: %s, end in %s ms: polled after %i ms', (isRunning, left, pause) => {
  expect(getExamPollDelay(isRunning, left === null ? null : now + left, now)).toBe(pause)
})

test.each([
  [1, 5000],
  [2, 10_000],
  [3, 20_000],
  [4, 30_000],
  [400, 30_000],
])('failure %i in a row: retried after %i ms, with a tenth of jitter', (failures, pause) => {
  expect(getExamRetryDelay(failures, null, 0.5)).toBeCloseTo(pause)
  expect(getExamRetryDelay(failures, null, 0)).toBeCloseTo(pause * 0.9)
  expect(getExamRetryDelay(failures, null, 1)).toBeCloseTo(pause * 1.1)
})

test('never before Retry-After', () => {
  const busy = new ApiError({ kind: 'http', operation: '', status: 503, retryAfter: 90 })
  expect(getExamRetryDelay(1, busy, 0.5)).toBe(90_000)
})
