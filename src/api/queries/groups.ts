import { queryOptions } from '@tanstack/react-query'
import { ApiError, toApiError } from '../errors'
import { q, withTransform } from '../query'
import { completeGroup, completeGroups, completeStatuses, type Group, type Leaderboard } from '../responses'

/** The user's groups with progress. */
export const groupListQuery = () => withTransform(q('listGroups'), completeGroups)

/** A group with categories and tasks. 403 before its start, after its end, and without access. */
export const groupQuery = (id: number) =>
  withTransform(q('getGroup', { params: { path: { id } } }), answer => completeGroup(answer, id))

/** Refetched on every focus, even when fresh: a task may have been solved in another tab. */
export const taskStatusesQuery = (groupId: number) => ({
  ...withTransform(q('listTaskStatuses', { params: { path: { id: groupId } } }), completeStatuses),
  refetchOnWindowFocus: 'always' as const,
})

const LEADERBOARD_INTERVAL_MS = 30_000

/** The error of a hidden leaderboard, for servers that would send the data anyway. */
export const createHiddenLeaderboardError = (): ApiError =>
  new ApiError({
    kind: 'http',
    operation: 'getLeaderboard',
    status: 403,
    detail: 'leaderboard is hidden',
  })

const loadParser = () =>
  import('../leaderboard-response').catch((thrown: unknown) => {
    throw toApiError({ thrown }, 'getLeaderboard')
  })

/** For pages that read a leaderboard as they open: its rows must not move under the reader's eyes. */
export const readOnce = { refetchInterval: false, refetchOnWindowFocus: false } as const

/** Not requested when the group hides it; polled in visible tabs; unchanged rows keep their identity. */
export const leaderboardQuery = (groupId: number) => {
  const { queryKey, queryFn } = q('getLeaderboard', { params: { path: { id: groupId } } })
  return queryOptions<Leaderboard, ApiError>({
    queryKey,
    queryFn: async context => {
      if (context.client.getQueryData<Group>(groupQuery(groupId).queryKey)?.hide_leaderboard)
        throw createHiddenLeaderboardError()
      // Loaded in parallel; only this page needs it.
      const [answer, reader] = await Promise.all([queryFn?.(context), loadParser()])
      const board = reader.parseLeaderboard(answer)
      // An empty leaderboard would be wrong.
      if (!board) throw new ApiError({ kind: 'badResponse', operation: 'getLeaderboard' })
      return reader.reuseUnchangedRows(context.client.getQueryData<Leaderboard>(queryKey), board)
    },
    structuralSharing: false,
    refetchInterval: LEADERBOARD_INTERVAL_MS,
  })
}
