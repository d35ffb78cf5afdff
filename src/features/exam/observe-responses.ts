import type { Query, QueryClient } from '@tanstack/react-query'

/** Reports each cached query with data and each new response, also data set by a mutation. */
export const observeResponses = (
  queryClient: QueryClient,
  listener: (query: Query) => void,
): (() => void) => {
  const cache = queryClient.getQueryCache()
  const check = (query: Query) => {
    if (query.state.data !== undefined) listener(query)
  }
  for (const query of cache.getAll()) check(query)
  return cache.subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') check(event.query)
  })
}
