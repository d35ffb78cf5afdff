import { replaceEqualDeep } from '@tanstack/react-query'
import type { LabStatus } from '../api/schema.gen'
import { clock } from '../lib/clock'
import { parseMoment } from '../lib/format'
import { type LabState, labState } from './lab-view'

/** Order of the states within one deploy. */
const STATE_ORDER: Record<LabState, number | null> = { starting: 1, ready: 2, off: 3, unknown: null }

/** Monotonic time of the request. */
const requestTimes = new WeakMap<LabStatus, number>()
/** Monotonic time when an `off` arrived. */
const endTimes = new WeakMap<LabStatus, number>()

/** Stores when a response was requested; without it the time is unknown. */
export const setRequestTime = (status: LabStatus, elapsed: number): LabStatus => {
  // WeakMap keys must be objects; a malformed response may be a string.
  if (typeof status === 'object' && status !== null) requestTimes.set(status, elapsed)
  return status
}

/** Stores the request time of every response. */
export const withRequestTime =
  <A extends unknown[]>(request: (...args: A) => Promise<LabStatus> | LabStatus) =>
  async (...args: A): Promise<LabStatus> => {
    const since = clock.elapsed()
    return setRequestTime(await request(...args), since)
  }

const isRequestedAfterEnd = (old: LabStatus, next: LabStatus): boolean =>
  (requestTimes.get(next) ?? Number.NEGATIVE_INFINITY) > (endTimes.get(old) ?? Number.POSITIVE_INFINITY)

const choose = (old: LabStatus | null | undefined, next: LabStatus): LabStatus => {
  if (!old) return next
  const before = parseMoment(old.started_at)
  const after = parseMoment(next.started_at)
  const oldRank = STATE_ORDER[labState(old)]
  const nextRank = STATE_ORDER[labState(next)]
  if (nextRank === STATE_ORDER.off && after === null)
    return before === null || !old.started_at ? next : { ...next, started_at: old.started_at }
  // An `off` without `started_at` doesn't end a later deploy.
  if (after === null || before === null) {
    const isStep = oldRank === STATE_ORDER.ready && nextRank === STATE_ORDER.starting && after === before
    return isStep ? old : next
  }
  if (after < before) return old
  if (after > before || oldRank === null || nextRank === null) return next
  // The server contradicts its earlier `off`; believe the later response.
  if (oldRank === STATE_ORDER.off && isRequestedAfterEnd(old, next)) return next
  return nextRank < oldRank ? old : next
}

/**
 * Picks the valid one of two statuses. Responses can arrive out of order, so within a deploy (one `started_at`) the
 * state never goes back (T03), unless the response was requested after the end. An `off` keeps the `started_at` of its
 * deploy, to recognize late responses.
 */
export const mergeLabStatus = (old: LabStatus | null | undefined, next: LabStatus): LabStatus => {
  const later = choose(old, next)
  if (later !== old && labState(later) === 'off') endTimes.set(later, clock.elapsed())
  return later
}

/** For Query's `structuralSharing`: equal statuses keep their identity. */
export const shareLabStatus = (old: unknown, next: unknown): unknown => {
  const later = mergeLabStatus(old as LabStatus | undefined, next as LabStatus)
  const shared = replaceEqualDeep(old, later) as LabStatus
  const end = endTimes.get(later)
  if (end !== undefined) endTimes.set(shared, end)
  return shared
}
