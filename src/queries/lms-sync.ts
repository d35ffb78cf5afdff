import {
  type QueryClient,
  useIsMutating,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, isClientError } from '../api/errors'
import { uploadToLms } from '../api/lms-upload'
import { mutation } from '../api/query'
import { useSession } from '../api/use-session'
import { serverClock } from '../lib/server-clock'
import { isSameUser } from '../lib/user-key'
import { groupListQuery, groupQuery, leaderboardQuery, taskStatusesQuery } from './groups'
import { getUpdatedCount, parseUploadReport, type UploadReport } from './lms-report'

export type LmsSyncKind = 'download' | 'upload'

/** Outcome of a sync with the LMS. */
export type LmsSyncOutcome =
  | { kind: 'downloaded'; updated: number | null }
  | { kind: 'uploaded'; report: UploadReport }
  /** The application rejected it: nothing has changed. */
  | { kind: 'refused'; error: ApiError }
  /** No usable response: it may have happened. */
  | { kind: 'unanswered'; error: ApiError }
  /** Nothing was sent. */
  | { kind: 'offline' }

/** One entry of the history. `at` is server time in milliseconds. */
export interface LmsSync {
  id: number
  direction: LmsSyncKind
  at: number
  outcome: LmsSyncOutcome
}

const OPERATION = 'lms exchange'
/** An entry can contain a thousand error lines. */
const MAX_HISTORY = 20

const toFailedOutcome = (error: unknown): LmsSyncOutcome => {
  const failure =
    error instanceof ApiError
      ? error
      : new ApiError({ kind: 'badResponse', operation: OPERATION, cause: error })
  const isRejected = isClientError(failure) || failure.status === 429
  return { kind: isRejected ? 'refused' : 'unanswered', error: failure }
}

/** Also after a lost response, the group's members may have changed. */
const invalidateGroup = (queryClient: QueryClient, groupId: number): void => {
  const changed = [
    groupQuery(groupId),
    taskStatusesQuery(groupId),
    leaderboardQuery(groupId),
    groupListQuery(),
  ]
  for (const { queryKey } of changed) void queryClient.invalidateQueries({ queryKey })
}

/** Drops offline entries and limits the history before the next entry. */
const trimHistory = (queryClient: QueryClient, mutationKey: readonly unknown[]): void => {
  const cache = queryClient.getMutationCache()
  const all = cache.findAll({ mutationKey, status: 'success' })
  const isOffline = (data: unknown) => (data as LmsSync | null)?.outcome.kind === 'offline'
  for (const one of all.filter(({ state }) => state.data === null || isOffline(state.data))) cache.remove(one)
  for (const one of all.slice(0, Math.max(0, all.length - MAX_HISTORY + 1))) cache.remove(one)
}

/**
 * Syncs a group with the LMS (two GETs that write): one at a time per group, on clicks only, never retried. The history
 * lasts until logout or reload.
 */
export const useLmsSync = (groupId: number) => {
  const queryClient = useQueryClient()
  const { session } = useSession()
  const mutationKey = [OPERATION, groupId]
  const { mutateAsync: download } = useMutation(mutation('get', '/groups/{id}/download_from_moodle'))
  const send = async (direction: LmsSyncKind): Promise<LmsSyncOutcome> => {
    if (direction === 'download') {
      const answer = await download({ params: { path: { id: groupId } } })
      if (typeof answer === 'object' && answer !== null)
        return { kind: 'downloaded', updated: getUpdatedCount(answer) }
    } else {
      const report = parseUploadReport(await uploadToLms(groupId))
      if (report) return { kind: 'uploaded', report }
    }
    throw new ApiError({ kind: 'badResponse', operation: OPERATION, status: 200 })
  }
  const run = async (direction: LmsSyncKind): Promise<LmsSync | null> => {
    const { user } = session.getState()
    const outcome = navigator.onLine
      ? await send(direction).catch(toFailedOutcome)
      : ({ kind: 'offline' } as const)
    // Don't write into the next user's cache.
    if (!isSameUser(session.getState().user, user)) return null
    if (direction === 'download' && (outcome.kind === 'downloaded' || outcome.kind === 'unanswered'))
      invalidateGroup(queryClient, groupId)
    return { id: 0, direction, at: serverClock.now(), outcome }
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
    select: ({ state }) => state.variables as LmsSyncKind,
  }).at(-1)
  const history = useMutationState({
    filters: { mutationKey, status: 'success' },
    select: one => {
      const exchange = one.state.data as LmsSync | null | undefined
      return exchange ? { ...exchange, id: one.mutationId } : null
    },
  })
  const isPending = useIsMutating({ mutationKey }) > 0
  return {
    /** Call on clicks only. Ignored while a sync is pending. */
    start: (direction: LmsSyncKind): void => {
      if (queryClient.isMutating({ mutationKey }) > 0) return
      trimHistory(queryClient, mutationKey)
      mutateAsync(direction).catch(() => null)
    },
    /** The pending sync. */
    pending: isPending ? (pending ?? null) : null,
    /** Newest first. */
    history: history.filter(one => one !== null).reverse(),
  }
}
