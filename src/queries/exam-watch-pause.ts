import { ApiError } from '../api/errors'

/** Milliseconds. */
const minute = 60_000
/** Past the end by more than the clocks can differ, so that one question is enough. */
const pastEnd = 500
/** The server's word is waited for like this: for the first minute, and then. */
const soon = 10_000
const calm = 30_000

/**
 * Milliseconds until a group with a running exam is asked for again: each minute, and at the end at once (ux §4). Past the
 * end the server decides, and its word is waited for calmly (E09).
 * @param isRunning the server's last word
 * @param endsAt by the server's clock, null when it is not known
 */
export const examPause = (isRunning: boolean, endsAt: number | null, now: number): number => {
  const left = endsAt === null ? null : endsAt - now
  if (isRunning && (left === null || left > 0)) return Math.min(minute, (left ?? minute) + pastEnd)
  return left !== null && Math.abs(left) < minute ? soon : calm
}

const steps = [5000, 10_000, 20_000, 30_000] as const

/** Milliseconds after so many failures in a row; spread a little by chance, and never before the server wants it. */
export const examFailurePause = (
  failures: number,
  error: unknown,
  chance: number = Math.random(),
): number => {
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  const step = steps[Math.min(failures, steps.length) - 1] ?? steps[0]
  return Math.max(asked, step * (0.9 + chance / 5))
}
