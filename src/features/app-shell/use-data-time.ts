import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** What never grows old, such as the deployment's configuration, says nothing about the platform's data. */
const oldestOnScreen = (queryClient: QueryClient): number | null => {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: query => query.queryKey[0] !== 'config' })
    .map(query => query.state.dataUpdatedAt)
    .filter(time => time > 0)
  return times.length > 0 ? Math.min(...times) : null
}

/** Since when the data on the screen is known, in milliseconds: the oldest of it counts. Null when there is none. */
export const useDataTime = (): number | null => {
  const queryClient = useQueryClient()
  const read = () => oldestOnScreen(queryClient)
  return useSyncExternalStore(
    listener => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    read,
    read,
  )
}
