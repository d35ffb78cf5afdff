import { replaceEqualDeep } from '@tanstack/react-query'
import type { LabStatus } from '../api/schema.gen'
import { clock } from '../lib/clock'
import { parseMoment } from '../lib/format'
import { type LabState, labState } from './lab-view'

/** How far a deploy has come; `off` is its end. What nobody knows has no place in the order. */
const ranks: Record<LabState, number | null> = { starting: 1, ready: 2, off: 3, unknown: null }

/** When an answer was asked for, in elapsed milliseconds of this tab. */
const asked = new WeakMap<LabStatus, number>()
/** When an `off` came, by the same clock. */
const came = new WeakMap<LabStatus, number>()

/** Notes when an answer was asked for, in elapsed milliseconds; without it the answer may be of any time. */
export const askedAt = (status: LabStatus, elapsed: number): LabStatus => {
  // Types are not checks: a text can be noted nowhere.
  if (typeof status === 'object' && status !== null) asked.set(status, elapsed)
  return status
}

/** Notes the beginning of each question beside its answer. */
export const askedNow =
  <A extends unknown[]>(ask: (...args: A) => Promise<LabStatus> | LabStatus) =>
  async (...args: A): Promise<LabStatus> => {
    const since = clock.elapsed()
    return askedAt(await ask(...args), since)
  }

const isAskedAfterEnd = (old: LabStatus, next: LabStatus): boolean =>
  (asked.get(next) ?? Number.NEGATIVE_INFINITY) > (came.get(old) ?? Number.POSITIVE_INFINITY)

const choose = (old: LabStatus | null | undefined, next: LabStatus): LabStatus => {
  if (!old) return next
  const before = parseMoment(old.started_at)
  const after = parseMoment(next.started_at)
  const oldRank = ranks[labState(old)]
  const nextRank = ranks[labState(next)]
  if (nextRank === ranks.off && after === null)
    return before === null || !old.started_at ? next : { ...next, started_at: old.started_at }
  // An `off` that names no deploy ends nothing that is still to come.
  if (after === null || before === null) {
    const isStep = oldRank === ranks.ready && nextRank === ranks.starting && after === before
    return isStep ? old : next
  }
  if (after < before) return old
  if (after > before || oldRank === null || nextRank === null) return next
  // A server that was asked after the end and says that the deploy runs has erred with the end.
  if (oldRank === ranks.off && isAskedAfterEnd(old, next)) return next
  return nextRank < oldRank ? old : next
}

/**
 * Which of two answers about a lab is to be believed, the known one or the one that came after it. Answers may overtake
 * each other or come twice, so within one deploy (one `started_at`) the state never goes back (T03): what a stopped deploy
 * still says is not heard, unless it was asked for after the end had come. An `off` keeps the `started_at` of the deploy
 * that it ended, to know those answers by.
 */
export const laterLab = (old: LabStatus | null | undefined, next: LabStatus): LabStatus => {
  const later = choose(old, next)
  if (later !== old && labState(later) === 'off') came.set(later, clock.elapsed())
  return later
}

/** For Query's `structuralSharing`: what is equal stays the same object. */
export const shareLater = (old: unknown, next: unknown): unknown => {
  const later = laterLab(old as LabStatus | undefined, next as LabStatus)
  const shared = replaceEqualDeep(old, later) as LabStatus
  const end = came.get(later)
  if (end !== undefined) came.set(shared, end)
  return shared
}
