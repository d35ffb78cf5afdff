import { isCancelledError } from '@tanstack/react-query'
import type { AnyRoute } from '@tanstack/react-router'
import { loadMessages } from '../i18n/init'
import { preloadAccessDenied } from './-lazy-access-denied'

/** Loads the message namespaces of a route. */
export const loadRouteMessages = (route: AnyRoute): Promise<void> =>
  loadMessages(...(route.options.staticData?.namespaces ?? []))

type Read = () => Promise<unknown>

/** Leaving a page cancels requests that the next loader may share; it then has to send them again. */
const retryIfCancelled = async (read: Read): Promise<unknown> => {
  try {
    return await read()
  } catch (error) {
    if (!isCancelledError(error)) throw error
    return read()
  }
}

/**
 * Loads the messages and data of a page in parallel. Messages are awaited even if data fails, because the
 * error page needs them.
 */
export const loadRouteData = async (texts: Promise<void>, ...reads: Read[]): Promise<void> => {
  // Avoids an unhandled rejection; awaited below.
  texts.catch(() => {})
  try {
    await Promise.all(reads.map(retryIfCancelled))
  } catch (error) {
    await preloadAccessDenied(error)
    throw error
  } finally {
    await texts
  }
}
