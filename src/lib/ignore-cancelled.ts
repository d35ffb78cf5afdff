import { isCancelledError } from '@tanstack/react-query'

/** For `.catch()`: a query that was cancelled in favour of a newer request has not failed. Rethrows other errors. */
export const ignoreCancelled = (error: unknown): void => {
  if (!isCancelledError(error)) throw error
}
