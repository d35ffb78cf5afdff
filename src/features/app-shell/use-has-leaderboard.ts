import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { isRefusal } from '../../api/errors'
import { parseId } from '../../lib/route-params'
import { groupQuery } from '../../queries/groups'

const onGroupPath = /^\/group\/([^/]+)/

/**
 * The group whose leaderboard the header offers: on a group path when the group does not hide it
 * (specification §2, header) and has not been closed to the reader since. Reads what the page has loaded and makes no call of its own.
 */
export const useHasLeaderboard = (): number | null => {
  const path = useRouterState({ select: state => state.location.pathname })
  const groupId = parseId(onGroupPath.exec(path)?.[1] ?? '')
  const { data: group, error } = useQuery({ ...groupQuery(groupId ?? 0), enabled: false })
  if (groupId === null || !group || group.hide_leaderboard || isRefusal(error)) return null
  return groupId
}
