import { isCancelledError, type QueryClient } from '@tanstack/react-query'
import type { AnyRoute } from '@tanstack/react-router'
import { getAccessDeniedReason } from '../api/access-denied-reason'
import { groupListQuery } from '../api/queries/groups'
import { preloadAccessDenied } from '../features/groups/lazy-access-denied'
import { loadMessages } from '../i18n/init'

export const loadRouteMessages = (route: AnyRoute): Promise<void> =>
  loadMessages(...(route.options.staticData?.namespaces ?? []))

type Read = () => Promise<unknown>

/**
 * Leaving a page cancels requests that the next loader may share, and so does a user who waits too long; the loader then
 * has to send them again.
 */
const retryIfCancelled = async (read: Read): Promise<unknown> => {
  try {
    return await read()
  } catch (error) {
    if (!isCancelledError(error)) throw error
    return retryIfCancelled(read)
  }
}

/** In parallel. Messages are awaited even if data fails, because the error page needs them. */
export const loadRouteData = async (messages: Promise<void>, ...reads: Read[]): Promise<void> => {
  // Avoids an unhandled rejection; awaited below.
  messages.catch(() => {})
  try {
    await Promise.all(reads.map(retryIfCancelled))
  } catch (error) {
    await preloadAccessDenied(error)
    throw error
  } finally {
    await messages
  }
}

/** If access is denied, loads the list of groups, which has the name of the group. */
export const loadGroupNameOnDenied = async (
  queryClient: QueryClient,
  routeData: Promise<void>,
): Promise<void> => {
  try {
    await routeData
  } catch (error) {
    if (getAccessDeniedReason(error))
      await queryClient.query({ ...groupListQuery(), retry: false }).catch(() => {})
    throw error
  }
}

/** Awaits the parser, so the rendered text has its final height; without it the text is unformatted. */
export const preloadMarkdown = async (): Promise<void> => {
  try {
    const markdown = await import('../ui/markdown/markdown')
    await markdown.preloadMarkdown()
  } catch {}
}
