import { queryOptions } from '@tanstack/react-query'
import { ApiError, toApiError } from '../api/errors'
import { completed, q } from '../api/query'
import { completeGroup, completeGroups, completeStatuses, type Group, type Leaderboard } from './answers'

/** The reader's groups with their progress (specification §7, `GET groups`). */
export const groupListQuery = () => completed(q('get', '/groups'), completeGroups)

/** One group with its categories and tasks. Refused with 403 when it begins later, has ended or is closed to the reader. */
export const groupQuery = (id: number) =>
  completed(q('get', '/groups/{id}', { params: { path: { id } } }), answer => completeGroup(answer, id))

/**
 * Which tasks of a group the reader has solved; one list for the whole group (specification §3). Read again at every
 * return to the tab, however fresh: the task may have been solved in another one.
 */
export const taskStatusesQuery = (groupId: number) => ({
  ...completed(q('get', '/groups/{id}/statuses', { params: { path: { id: groupId } } }), completeStatuses),
  refetchOnWindowFocus: 'always' as const,
})

const leaderboardPeriod = 30_000

const boardCall = 'get /leaderboard/group/{id}'

/** What a server says of a hidden board, for a server that would send it all the same. */
export const hiddenBoard = (): ApiError =>
  new ApiError({ kind: 'http', operation: boardCall, status: 403, detail: 'leaderboard is hidden' })

const loadReader = () =>
  import('./board-answer').catch((thrown: unknown) => {
    throw toApiError({ thrown }, boardCall)
  })

/**
 * The scoreboard (`readBoard` says what its rows may be relied on for), which is not asked for once the group is known to
 * hide it; read again every 30 seconds while it is looked at,
 * and never in a hidden tab. A row that has not changed stays the object it was.
 */
export const leaderboardQuery = (groupId: number) => {
  const { queryKey, queryFn } = q('get', '/leaderboard/group/{id}', { params: { path: { id: groupId } } })
  return queryOptions<Leaderboard, ApiError>({
    queryKey,
    queryFn: async context => {
      if (context.client.getQueryData<Group>(groupQuery(groupId).queryKey)?.hide_leaderboard)
        throw hiddenBoard()
      // Beside the call: only this page needs it.
      const [answer, reader] = await Promise.all([queryFn?.(context), loadReader()])
      const board = reader.readBoard(answer)
      // An answer without rows says nothing about the places: an empty board would be a claim.
      if (!board) throw new ApiError({ kind: 'badResponse', operation: boardCall })
      return reader.shareBoard(context.client.getQueryData<Leaderboard>(queryKey), board)
    },
    structuralSharing: false,
    refetchInterval: leaderboardPeriod,
  })
}
