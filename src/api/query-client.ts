import { QueryClient } from '@tanstack/react-query'
import { isChunkError } from '../lib/stale-chunks'
import { workInHand } from '../lib/work-in-hand'
import { api } from './api'
import { contact } from './contact'
import { ApiError } from './errors'
import type { Session } from './session'

const retries = 2
/** Milliseconds before the first retry; each next waits twice as long. */
const firstDelay = 1000
/** Seconds of Retry-After that are waited for silently; after a longer one the person is asked. */
const patience = 10

/** Whether asking again may help: after no answer, a 5xx, or a 429 that is soon over; never after another 4xx. */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  // What reads the answer did not come: a file that a deployment took away stays away.
  if (failures >= retries || !(error instanceof ApiError) || isChunkError(error)) return false
  if (error.kind === 'network' || error.kind === 'timeout') return true
  if (error.kind !== 'http' || error.status === undefined) return false
  return error.status >= 500 || (error.status === 429 && (error.retryAfter ?? 0) <= patience)
}

/** Milliseconds to wait, spread by chance so that a class does not come back all at once. */
export const retryDelay = (failures: number, error: unknown): number => {
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, firstDelay * 2 ** failures * (0.5 + Math.random() / 2))
}

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
