import { ApiError } from '../../api/errors'

/** Whether an error means that the code is invalid: unknown or inactive (404), or malformed (422). */
export const isBadInvite = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'http' && (error.status === 404 || error.status === 422)
