import { ApiError } from '../../api/errors'
import type { ErrorDetail } from '../../api/schema.gen'

export type Refusal = 'upcoming' | 'ended' | 'stranger' | 'unverified' | 'task' | 'leaderboard' | 'attempt'

/** Refusals that are a state of the group or the person, not a failure (specification §6 and §8). */
const refusals = new Map<ErrorDetail, Refusal>([
  ['Training in this group will begin later', 'upcoming'],
  ['Training in this group has already ended', 'ended'],
  ['you dont have access to this group', 'stranger'],
  ['email not verified', 'unverified'],
  ['email is not verified, we sent you a link to email for verification', 'unverified'],
  ['You dont have access to this task', 'task'],
  ['leaderboard is hidden', 'leaderboard'],
  ['no started attempt exists', 'attempt'],
])

/** Why the group is closed to the reader, or null when the failure is an ordinary one. */
export const refusalOf = (error: unknown): Refusal | null => {
  if (!(error instanceof ApiError) || error.kind !== 'http' || !error.detail) return null
  return refusals.get(error.detail) ?? null
}
