import { ApiError } from '../../api/errors'

/**
 * Whether the server may have counted the flag all the same: no readable answer came, or the checking broke. Nothing is
 * sent while the browser is offline, so that word comes from a connection that was lost on the way.
 */
export const isUncertain = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false
  return error.kind !== 'http' || (error.status ?? 500) >= 500
}
