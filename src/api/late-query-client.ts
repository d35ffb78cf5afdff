import type { QueryClient } from '@tanstack/react-query'

/** What a loader needs of the cache. */
export type QueryReader = Pick<QueryClient, 'query'>

const query = async (options: Parameters<QueryClient['query']>[0]): Promise<unknown> => {
  const { sharedQueryClient } = await import('./query-client')
  return sharedQueryClient().query(options)
}

/** The application's one cache. Its code comes with the first page that has data, for the ways in have none. */
export const lateQueryClient: QueryReader = { query: query as QueryClient['query'] }
