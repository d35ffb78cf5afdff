import { ApiError } from '../../api/errors'
import { errorText, shortErrorText } from '../../i18n/error-text'

/**
 * Whether the server may have counted the flag all the same: no readable answer came, or the checking broke. Nothing is
 * sent while the browser is offline, so that word comes from a connection that was lost on the way.
 */
export const isUncertain = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false
  return error.kind !== 'http' || (error.status ?? 500) >= 500
}

/** The server's own reason where the catalogue has one, else the short form of the status (specification §2 and §8). */
export const failureText = (error: unknown): string => {
  const hasReason = error instanceof ApiError && error.detail !== undefined && error.detail !== 'common'
  return hasReason ? errorText(error) : shortErrorText(error)
}
