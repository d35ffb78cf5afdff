import { useQuery } from '@tanstack/react-query'
import { leaderboardQuery, readOnce } from '../../api/queries/groups'
import type { GroupSummary } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { Neighbours } from './board-sidebar'
import { getOwnRowId, getPosition } from './model'

/** The people around the reader, on other pages; nothing without a place. */
export const NeighboursCard = ({ group }: { group: Pick<GroupSummary, 'id' | 'name'> }) => {
  const { user } = useSession()
  const { data: board } = useQuery({ ...leaderboardQuery(group.id), ...readOnce })
  const userId = board ? getOwnRowId(board, user) : 0
  if (!board || !getPosition(board, userId)) return null
  return <Neighbours board={board} userId={userId} isAdmin={false} group={group} />
}
