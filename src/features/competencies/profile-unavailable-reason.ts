import { ApiError } from '../../api/errors'

export type ProfileUnavailableReason = 'private' | 'unknown'

/** Errors that are a state of the profile rather than a failure; else null. */
export const getProfileUnavailableReason = (error: unknown): ProfileUnavailableReason | null => {
  if (!(error instanceof ApiError) || error.kind !== 'http') return null
  if (error.status === 403 && error.detail === 'profile is private') return 'private'
  return error.status === 404 && error.detail === 'user not exists' ? 'unknown' : null
}
