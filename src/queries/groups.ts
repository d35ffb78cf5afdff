import { q } from '../api/query'

/** The reader's groups with their progress (specification §7, `GET groups`). */
export const groupListQuery = () => q('get', '/groups')

/** One group with its categories and tasks. Refused with 403 when it begins later, has ended or is closed to the reader. */
export const groupQuery = (id: number) => q('get', '/groups/{id}', { params: { path: { id } } })

/**
 * Which tasks of a group the reader has solved; one list for the whole group (specification §3). Read again at every
 * return to the tab, however fresh: the task may have been solved in another one.
 */
export const taskStatusesQuery = (groupId: number) => ({
  ...q('get', '/groups/{id}/statuses', { params: { path: { id: groupId } } }),
  refetchOnWindowFocus: 'always' as const,
})

const leaderboardPeriod = 30_000

/** The scoreboard; read again every 30 seconds while it is looked at, and never in a hidden tab. */
export const leaderboardQuery = (groupId: number) => ({
  ...q('get', '/leaderboard/group/{id}', { params: { path: { id: groupId } } }),
  refetchInterval: leaderboardPeriod,
})
