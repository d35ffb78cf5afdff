import type { QueryClient } from '@tanstack/react-query'

/** The part of the client that loaders use. */
export type QueryReader = Pick<QueryClient, 'query'>

const query = async (options: Parameters<QueryClient['query']>[0]): Promise<unknown> => {
  const { sharedQueryClient } = await import('./query-client')
  return sharedQueryClient().query(options)
}

/** Loads the query client on first use: the login pages have no data to query. */
export const lazyQueryClient: QueryReader = { query: query as QueryClient['query'] }
