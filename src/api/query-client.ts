import { QueryClient } from '@tanstack/react-query'
import { unsavedChanges } from '../lib/unsaved-changes'
import { api } from './api'
import { apiHealth } from './api-health'
import { retryDelay, shouldRetry } from './retry'
import type { Session } from './session'

/** It is cleared together with the API health when the user changes. */
export const createQueryClient = (session: Pick<Session, 'onClearUserData'> = api.session): QueryClient => {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // Offline requests fail at once, so the page can show it.
        networkMode: 'always',
        // `connection.onReturn` refetches once the connection is stable.
        refetchOnReconnect: false,
        staleTime: 30_000,
        retry: shouldRetry,
        retryDelay,
      },
      // A paused mutation would be sent on reconnect and could start an exam.
      mutations: { networkMode: 'always', retry: 0 },
    },
  })
  // Leaving the page would lose the result of a write.
  unsavedChanges.add(() => queryClient.isMutating() > 0)
  session.onClearUserData(() => {
    void queryClient.cancelQueries()
    queryClient.clear()
    apiHealth.reset()
  })
  return queryClient
}
