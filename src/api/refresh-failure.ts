import { ApiError } from './errors'

/**
 * Which ends of a refresh are a failed refresh, after which the stored token is removed (specification §7).
 * - `answers`: an answer of the application, that is a 4xx but not 429, a 500, or an answer without tokens. No answer at all and a
 *   gateway's 429, 502, 503, 504 leave the token where it is.
 * - `everything`: whatever is not a success.
 */
export type RefreshFailure = 'answers' | 'everything'

/** The one named reading (design §7): a bad minute of the network must not log a class out of an exam. */
export const refreshFailure: RefreshFailure = 'answers'

/** Whether this error of a refresh ends the session under the given reading. */
export const isRefreshFailure = (error: unknown, reading: RefreshFailure): boolean => {
  if (reading === 'everything') return true
  if (!(error instanceof ApiError)) return false
  if (error.kind === 'badResponse') return true
  if (error.kind !== 'http' || error.status === undefined || error.status === 429) return false
  return error.status <= 500
}
