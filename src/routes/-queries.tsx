import {
  notifyManager,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
  useQueryErrorResetBoundary,
} from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { sharedQueryClient } from '../api/query-client'
import { connection } from '../lib/online'
import { shownData } from '../lib/shown-data'

/** Gives the cache to what reads it: it does not stand around the whole application, because the ways in need none. */
export const QueryProvider = ({ children }: { children: ReactNode }) => {
  const { queryClient } = useRouter().options.context
  const client = queryClient instanceof QueryClient ? queryClient : sharedQueryClient()
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** The cache of a page, once around each: also follows what is shown of it. */
export const Queries = ({ children }: { children: ReactNode }) => (
  <QueryProvider>
    <Follower />
    {children}
  </QueryProvider>
)

/** What never grows old, such as the deployment's configuration, says nothing about the platform's data. */
const oldestOnScreen = (queryClient: QueryClient): number | null => {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: query => query.queryKey[0] !== 'config' })
    .map(query => query.state.dataUpdatedAt)
    .filter(time => time > 0)
  return times.length > 0 ? Math.min(...times) : null
}

/** Says how old what is shown is, and reads it again after an outage: a second one asks for nothing twice. */
export const Follower = () => {
  const queryClient = useQueryClient()
  const { reset } = useQueryErrorResetBoundary()
  useEffect(
    () =>
      shownData.attach({
        time: () => oldestOnScreen(queryClient),
        subscribe: listener => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
        forgetFailures: reset,
      }),
    [queryClient, reset],
  )
  useEffect(
    () =>
      connection.onReturn(wasTold => {
        // Only reads; after an outage nobody noticed, what is fresh stays as it is.
        const which = wasTold ? { type: 'active' as const } : { type: 'active' as const, stale: true }
        void queryClient.refetchQueries(which, { cancelRefetch: false })
      }),
    [queryClient],
  )
  return null
}
