import { isChunkError } from '../lib/stale-chunks'
import { ApiError } from './errors'

const retries = 2
/** Milliseconds before the first retry; each next waits twice as long. */
const firstDelay = 1000
/** Seconds of Retry-After that are waited for silently; after a longer one the person is asked. */
const patience = 10

/** Whether asking again may help: after no answer, a 5xx, or a 429 that is soon over; never after another 4xx. */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  // What reads the answer did not come: a file that a deployment took away stays away.
  if (failures >= retries || !(error instanceof ApiError) || isChunkError(error)) return false
  if (error.kind === 'network' || error.kind === 'timeout') return true
  if (error.kind !== 'http' || error.status === undefined) return false
  return error.status >= 500 || (error.status === 429 && (error.retryAfter ?? 0) <= patience)
}

/** Milliseconds to wait, spread by chance so that a class does not come back all at once. */
export const retryDelay = (failures: number, error: unknown): number => {
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, firstDelay * 2 ** failures * (0.5 + Math.random() / 2))
}
