import { backoff } from '../lib/backoff'
import { isChunkError } from '../lib/stale-chunks'
import { ApiError, getRetryAfterMs } from './errors'

const MAX_RETRIES = 2
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 4000
/** After a longer Retry-After the user is asked instead. */
const MAX_SILENT_WAIT_SECONDS = 10

/**
 * Retries after no response, a 5xx, or a 429 with a short wait; never after another 4xx. A refresh that has timed out has
 * waited long enough: the page shows the error.
 */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  // A missing chunk of an old deployment won't come back.
  if (failures >= MAX_RETRIES || !(error instanceof ApiError) || isChunkError(error)) return false
  if (error.kind === 'network') return true
  if (error.kind !== 'http' || error.status === undefined) return false
  return error.status >= 500 || (error.status === 429 && (error.retryAfter ?? 0) <= MAX_SILENT_WAIT_SECONDS)
}

/** Milliseconds with jitter, so that a class doesn't retry all at once. */
export const retryDelay = (failures: number, error: unknown): number => {
  const step = backoff(failures, FIRST_DELAY_MS, MAX_DELAY_MS)
  // biome-ignore lint/nursery/noJsRestrictedProperties: jitter
  return Math.max(getRetryAfterMs(error), step * (0.5 + Math.random() / 2))
}
