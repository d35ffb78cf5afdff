import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/errors'
import { getLabPollDelay, getLabRetryDelay } from './lab-poll-delay'

const view = (
  state: 'off' | 'starting' | 'ready' | 'unknown',
  elapsed: number | null = null,
  left: number | null = null,
) => ({
  state,
  elapsed,
  left,
})

test.each([
  ['off: never', view('off'), null],
  ['a young start', view('starting', 0), 2000],
  ['a start of 29 s', view('starting', 29), 2000],
  ['a start of 30 s', view('starting', 30), 5000],
  ['a start of unknown age', view('starting'), 5000],
  ['ready', view('ready', null, 3600), 10_000],
  ['ready without an end', view('ready'), 10_000],
  ['T08 ready, at its very end', view('ready', null, 4), 4500],
  ['T08 ready past its end', view('ready', null, 0), 10_000],
  ['T07 an unknown state', view('unknown'), 10_000],
])('T01 %s', (_, shown, pause) => expect(getLabPollDelay(shown)).toBe(pause))

describe('T05 after failures', () => {
  const busy = new ApiError({ kind: 'http', operation: 'get /status', status: 429, retryAfter: 90 })

  test.each([
    [1, 0, 2000],
    [1, 1, 4000],
    [2, 1, 8000],
    [4, 0, 16_000],
    [5, 1, 60_000],
    [20, 1, 60_000],
    [20, 0, 30_000],
    [2000, 0.5, 45_000],
  ])('%s in a row, random %s: %s ms', (failures, chance, pause) =>
    expect(getLabRetryDelay(failures, null, chance)).toBe(pause),
  )

  test('never before Retry-After', () => expect(getLabRetryDelay(1, busy, 0)).toBe(90_000))
})
