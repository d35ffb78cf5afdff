import { getRetryAfterMs } from '../api/errors'

const MINUTE_MS = 60_000
/** More than the clocks can differ, so that one request is enough. */
const AFTER_END_MS = 500
/** After the end: at first, and after the first minute. */
const SOON_MS = 10_000
const CALM_MS = 30_000

/**
 * Milliseconds until the next poll of a group with a running exam: each minute and right at its end. After the end the
 * server decides (E09).
 * @param isRunning according to the last response
 * @param endsAt server time, null when unknown
 */
export const getExamPollDelay = (isRunning: boolean, endsAt: number | null, now: number): number => {
  const left = endsAt === null ? null : endsAt - now
  if (isRunning && (left === null || left > 0)) return Math.min(MINUTE_MS, (left ?? MINUTE_MS) + AFTER_END_MS)
  return left !== null && Math.abs(left) < MINUTE_MS ? SOON_MS : CALM_MS
}

const RETRY_STEPS_MS = [5000, 10_000, 20_000, 30_000] as const

/** Milliseconds after failures in a row, with jitter and at least Retry-After. */
export const getExamRetryDelay = (
  failures: number,
  error: unknown,
  random: number = Math.random(),
): number => {
  const step = RETRY_STEPS_MS[Math.min(failures, RETRY_STEPS_MS.length) - 1] ?? RETRY_STEPS_MS[0]
  return Math.max(getRetryAfterMs(error), step * (0.9 + random / 5))
}
