import type { ErrorDetail } from '../../packages/contract/schema.gen'
import { ApiError } from './errors'

export type AccessDeniedReason =
  | 'upcoming'
  | 'ended'
  | 'stranger'
  | 'unverified'
  | 'task'
  | 'leaderboard'
  | 'attempt'

/** Error details that describe a state of the group or the user, not a failure. */
const reasonByDetail = new Map<ErrorDetail, AccessDeniedReason>([
  ['Training in this group will begin later', 'upcoming'],
  ['Training in this group has already ended', 'ended'],
  ['you dont have access to this group', 'stranger'],
  ['email not verified', 'unverified'],
  ['email is not verified, we sent you a link to email for verification', 'unverified'],
  ['You dont have access to this task', 'task'],
  ['leaderboard is hidden', 'leaderboard'],
  ['no started attempt exists', 'attempt'],
])

export const getAccessDeniedReason = (error: unknown): AccessDeniedReason | null => {
  if (!(error instanceof ApiError) || error.kind !== 'http' || !error.detail) return null
  return reasonByDetail.get(error.detail) ?? null
}
