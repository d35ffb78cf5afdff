import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { parseId } from '../../lib/route-params'
import { groupQuery } from '../../queries/groups'

const onGroupPath = /^\/group\/([^/]+)/

/**
 * The group whose leaderboard the header offers: on a group path when the group does not hide it
 * (specification §2, header). Reads what the page has loaded and makes no call of its own.
 */
export const useHasLeaderboard = (): number | null => {
  const path = useRouterState({ select: state => state.location.pathname })
  const groupId = parseId(onGroupPath.exec(path)?.[1] ?? '')
  const { data: group } = useQuery({ ...groupQuery(groupId ?? 0), enabled: false })
  return groupId !== null && group && !group.hide_leaderboard ? groupId : null
}
