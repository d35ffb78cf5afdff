import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** Without `config.json`, which never expires. */
const getOldestActiveUpdate = (queryClient: QueryClient): number | null => {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: query => query.queryKey[0] !== 'config' })
    .map(query => query.state.dataUpdatedAt)
    .filter(time => time > 0)
  return times.length > 0 ? Math.min(...times) : null
}

/** When the oldest data on the screen was fetched, in milliseconds; null when there is none. */
export const useDataUpdatedAt = (): number | null => {
  const queryClient = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [queryClient],
  )
  const get = () => getOldestActiveUpdate(queryClient)
  return useSyncExternalStore(subscribe, get, get)
}
