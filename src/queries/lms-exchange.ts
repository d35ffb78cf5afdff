import {
  type QueryClient,
  useIsMutating,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, isRefusal } from '../api/errors'
import { uploadToLms } from '../api/lms-upload'
import { mutation } from '../api/query'
import { useSession } from '../api/use-session'
import { serverClock } from '../lib/server-clock'
import { isSameUser } from '../lib/user-key'
import { groupListQuery, groupQuery, leaderboardQuery, taskStatusesQuery } from './groups'
import { type UploadReport, updatedIn, uploadReportOf } from './lms-report'

export type ExchangeKind = 'download' | 'upload'

/** What became of one exchange with the LMS. */
export type ExchangeOutcome =
  | { kind: 'downloaded'; updated: number | null }
  | { kind: 'uploaded'; report: UploadReport }
  /** The application said no: nothing has happened. */
  | { kind: 'refused'; error: ApiError }
  /** No usable answer came: it may have happened. */
  | { kind: 'unanswered'; error: ApiError }
  /** Nothing was sent. */
  | { kind: 'offline' }

/** One line of the ledger. `at` is the server's time of the end, in milliseconds. */
export interface Exchange {
  id: number
  asked: ExchangeKind
  at: number
  outcome: ExchangeOutcome
}

const name = 'lms exchange'
/** A ledger of a thousand reasons each is a megabyte: older ones go. */
const mostKept = 20

const failureOf = (error: unknown): ExchangeOutcome => {
  const failure =
    error instanceof ApiError ? error : new ApiError({ kind: 'badResponse', operation: name, cause: error })
  const hasRefused = isRefusal(failure) || failure.status === 429
  return { kind: hasRefused ? 'refused' : 'unanswered', error: failure }
}

/** Who belongs to the group stands on all of these; also a lost answer may have changed it. */
const readAgain = (queryClient: QueryClient, groupId: number): void => {
  const changed = [
    groupQuery(groupId),
    taskStatusesQuery(groupId),
    leaderboardQuery(groupId),
    groupListQuery(),
  ]
  for (const { queryKey } of changed) void queryClient.invalidateQueries({ queryKey })
}

/** Makes room for the next line: what was not sent at all is history as soon as something is. */
const tidy = (queryClient: QueryClient, mutationKey: readonly unknown[]): void => {
  const cache = queryClient.getMutationCache()
  const all = cache.findAll({ mutationKey, status: 'success' })
  const isOffline = (data: unknown) => (data as Exchange | null)?.outcome.kind === 'offline'
  for (const one of all.filter(({ state }) => state.data === null || isOffline(state.data))) cache.remove(one)
  for (const one of all.slice(0, Math.max(0, all.length - mostKept + 1))) cache.remove(one)
}

/**
 * The exchange of a group with the LMS (specification §7, two writes though GETs): one at a time for each group wherever
 * its buttons stand, sent by a click alone and never again by itself. What became of each stays with the client, until the
 * person logs out or the page is loaded anew.
 */
export const useLmsExchange = (groupId: number) => {
  const queryClient = useQueryClient()
  const { session } = useSession()
  const mutationKey = [name, groupId]
  const { mutateAsync: download } = useMutation(mutation('get', '/groups/{id}/download_from_moodle'))
  const send = async (asked: ExchangeKind): Promise<ExchangeOutcome> => {
    if (asked === 'download') {
      const answer = await download({ params: { path: { id: groupId } } })
      if (typeof answer === 'object' && answer !== null)
        return { kind: 'downloaded', updated: updatedIn(answer) }
    } else {
      const report = uploadReportOf(await uploadToLms(groupId))
      if (report) return { kind: 'uploaded', report }
    }
    throw new ApiError({ kind: 'badResponse', operation: name, status: 200 })
  }
  const run = async (asked: ExchangeKind): Promise<Exchange | null> => {
    const { user } = session.getState()
    const outcome = navigator.onLine ? await send(asked).catch(failureOf) : ({ kind: 'offline' } as const)
    // Whoever has logged out meanwhile leaves nothing in the next person's cache.
    if (!isSameUser(session.getState().user, user)) return null
    if (asked === 'download' && (outcome.kind === 'downloaded' || outcome.kind === 'unanswered'))
      readAgain(queryClient, groupId)
    return { id: 0, asked, at: serverClock.now(), outcome }
  }
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: run,
    networkMode: 'always',
    retry: 0,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as ExchangeKind,
  }).at(-1)
  const history = useMutationState({
    filters: { mutationKey, status: 'success' },
    select: one => {
      const exchange = one.state.data as Exchange | null | undefined
      return exchange ? { ...exchange, id: one.mutationId } : null
    },
  })
  const isPending = useIsMutating({ mutationKey }) > 0
  return {
    /** For clicks alone. Does nothing while another is under way. */
    start: (asked: ExchangeKind): void => {
      if (queryClient.isMutating({ mutationKey }) > 0) return
      tidy(queryClient, mutationKey)
      mutateAsync(asked).catch(() => null)
    },
    /** What is under way. */
    pending: isPending ? (pending ?? null) : null,
    /** Newest first. */
    history: history.filter(one => one !== null).reverse(),
  }
}
