import { getRetryAfterMs } from '../api/errors'
import type { LabView } from './lab-view'

const QUICK_MS = 2000
const SLOWER_MS = 5000
const CALM_MS = 10_000
/** After this time, a start is polled less often. */
const QUICK_FOR_SECONDS = 30
/** More than the clocks can differ, so that one request is enough. */
const AFTER_END_MS = 500

/** Milliseconds until the next poll; null when nothing will change. */
export const getLabPollDelay = (view: Pick<LabView, 'state' | 'elapsed' | 'left'>): number | null => {
  if (view.state === 'off') return null
  if (view.state === 'starting')
    return (view.elapsed ?? QUICK_FOR_SECONDS) < QUICK_FOR_SECONDS ? QUICK_MS : SLOWER_MS
  if (view.state === 'ready' && view.left !== null && view.left > 0)
    return Math.min(CALM_MS, view.left * 1000 + AFTER_END_MS)
  return CALM_MS
}

const MAX_BACKOFF_MS = 60_000

/** Milliseconds after failures in a row: exponential backoff with jitter, capped, at least Retry-After (T05). */
export const getLabRetryDelay = (
  failures: number,
  error: unknown,
  random: number = Math.random(),
): number => {
  const step = Math.min(MAX_BACKOFF_MS, QUICK_MS * 2 ** Math.min(failures, 10))
  return Math.max(getRetryAfterMs(error), step * (0.5 + random / 2))
}
