import { replaceEqualDeep } from '@tanstack/react-query'
import type { LabStatus } from '../api/schema.gen'
import { parseMoment } from '../lib/format'
import { type LabState, labState } from './lab-view'

/** How far a deploy has come; `off` is its end. What nobody knows has no place in the order. */
const ranks: Record<LabState, number | null> = { starting: 1, ready: 2, off: 3, unknown: null }

/**
 * Which of two answers about a lab is to be believed, the known one or the one that came after it. Answers may overtake
 * each other or come twice, so within one deploy (one `started_at`) the state never goes back (T03): what a stopped deploy
 * still says is not heard. An `off` keeps the `started_at` of the deploy that it ended, to know those answers by.
 */
export const laterLab = (old: LabStatus | null | undefined, next: LabStatus): LabStatus => {
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
  return nextRank < oldRank ? old : next
}

/** For Query's `structuralSharing`: what is equal stays the same object. */
export const shareLater = (old: unknown, next: unknown): unknown =>
  replaceEqualDeep(old, laterLab(old as LabStatus | undefined, next as LabStatus))
