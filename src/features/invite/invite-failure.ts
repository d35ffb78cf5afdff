import { ApiError } from '../../api/errors'

/**
 * Whether a look at an invite says that the code leads nowhere: unknown or no longer active (404), or not of the form
 * that the platform gives out (422). Any other failure says nothing about the code.
 */
export const isBadInvite = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'http' && (error.status === 404 || error.status === 422)
