import { QueryClient } from '@tanstack/react-query'
import { workInHand } from '../lib/work-in-hand'
import { api } from './api'
import { contact } from './contact'
import { retryDelay, shouldRetry } from './retry'
import type { Session } from './session'

/** A query cache with the application's habits, emptied whenever the session's person goes, with what was heard for them (specification §4). */
export const makeQueryClient = (session: Pick<Session, 'onForget'> = api.session): QueryClient => {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Offline is an answer that the page shows, not a reason to wait for ever.
        networkMode: 'always',
        // Reading again after an outage waits until the connection holds: see useConnectionReturn.
        refetchOnReconnect: false,
        staleTime: 30_000,
        retry: shouldRetry,
        retryDelay,
      },
      // A held mutation would be sent on reconnect: an exam would start by itself (design §5, trap 5).
      mutations: { networkMode: 'always', retry: 0 },
    },
  })
  // The answer to a write, and its error, would be lost with the page.
  workInHand.add(() => queryClient.isMutating() > 0)
  session.onForget(() => {
    void queryClient.cancelQueries()
    queryClient.clear()
    contact.reset()
  })
  return queryClient
}

let shared: QueryClient | null = null

/** The application's one; tests and the pre-render make their own. */
export const sharedQueryClient = (): QueryClient => {
  shared ??= makeQueryClient()
  return shared
}
