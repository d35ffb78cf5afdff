import { ApiError } from '../../api/errors'

export type ProfileRefusal = 'private' | 'unknown'

/** Why another person's competencies cannot be read, where that is a state and not a failure; else null. */
export const profileRefusal = (error: unknown): ProfileRefusal | null => {
  if (!(error instanceof ApiError) || error.kind !== 'http') return null
  if (error.status === 403 && error.detail === 'profile is private') return 'private'
  return error.status === 404 && error.detail === 'user not exists' ? 'unknown' : null
}
