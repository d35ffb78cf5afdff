import { ApiError } from '../api/errors'
import type { LabView } from './lab-view'

/** Milliseconds (ux §3, lab panel). */
const quick = 2000
const patient = 5000
const calm = 10_000
/** Seconds of a start after which it is asked for less often. */
const patience = 30
/** Past the end by more than the clocks can differ, so that one question is enough. */
const pastEnd = 500

/** Milliseconds until a lab is asked for again; null when there is nothing more to hear. */
export const pollPause = (view: Pick<LabView, 'state' | 'elapsed' | 'left'>): number | null => {
  if (view.state === 'off') return null
  if (view.state === 'starting') return (view.elapsed ?? patience) < patience ? quick : patient
  if (view.state === 'ready' && view.left !== null && view.left > 0)
    return Math.min(calm, view.left * 1000 + pastEnd)
  return calm
}

const longestBackoff = 60_000

/** Milliseconds after so many failures in a row; spread by chance, capped, and never before the server wants it (T05). */
export const failurePause = (failures: number, error: unknown, chance: number = Math.random()): number => {
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  const step = Math.min(longestBackoff, quick * 2 ** Math.min(failures, 10))
  return Math.max(asked, step * (0.5 + chance / 2))
}
