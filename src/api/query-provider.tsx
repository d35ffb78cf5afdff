import {
  notifyManager,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
  useQueryErrorResetBoundary,
} from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { connection } from '../lib/online'
import { cacheObserver } from './cache-observer'
import { sharedQueryClient } from './query-client'

/** Provides the query client. Not around the whole application: login pages do not need it. */
export const QueryProvider = ({ children }: { children: ReactNode }) => {
  const { queryClient } = useRouter().options.context
  const client = queryClient instanceof QueryClient ? queryClient : sharedQueryClient()
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** The query client of a page, with its effects. */
export const PageQueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryProvider>
    <QueryCacheEffects />
    {children}
  </QueryProvider>
)

/** Time of the oldest data on the screen, without `config.json`, filters never expires. */
const getOldestActiveUpdate = (queryClient: QueryClient): number | null => {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: query => query.queryKey[0] !== 'config' })
    .map(query => query.state.dataUpdatedAt)
    .filter(time => time > 0)
  return times.length > 0 ? Math.min(...times) : null
}

/** Reports the age of the data on the screen and refetches it after an outage. May be rendered twice. */
export const QueryCacheEffects = () => {
  const queryClient = useQueryClient()
  const { reset } = useQueryErrorResetBoundary()
  useEffect(
    () =>
      cacheObserver.attach({
        dataUpdatedAt: () => getOldestActiveUpdate(queryClient),
        subscribe: listener => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
        resetErrors: reset,
        cancelRequests: () => void queryClient.cancelQueries(),
      }),
    [queryClient, reset],
  )
  useEffect(
    () =>
      connection.onReturn(wasShown => {
        // After an outage that was too short to be shown, only stale queries.
        const filters = wasShown ? { type: 'active' as const } : { type: 'active' as const, stale: true }
        void queryClient.refetchQueries(filters, { cancelRefetch: false })
      }),
    [queryClient],
  )
  return null
}
