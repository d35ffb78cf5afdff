import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { leaderboardQuery } from '../../api/queries/groups'
import type { GroupSummary } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { formatNumber } from '../../lib/format'
import { getOwnRowId, getPosition } from './model'

interface OwnRankProps {
  group: Pick<GroupSummary, 'id' | 'hide_leaderboard'>
  /** False inside another link. */
  hasLink?: boolean
}

/** Refetches only after an invalidation, such as a solved task. */
const cachedOnly = {
  enabled: ({ state }: { state: { data: unknown } }) => state.data !== undefined,
  refetchOnMount: ({ state }: { state: { isInvalidated: boolean } }) => state.isInvalidated,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
} as const

/** Own rank from the cached leaderboard. Never requests the board itself; renders nothing if it isn't cached or is hidden. */
export const OwnRank = ({ group, hasLink = false }: OwnRankProps) => {
  const { t, i18n } = useTranslation('groups')
  const { user } = useSession()
  const { data: board, error } = useQuery({ ...leaderboardQuery(group.id), ...cachedOnly })
  // After a failed refetch the cached rank may be outdated.
  const rank =
    board && !error && user && !group.hide_leaderboard ? getPosition(board, getOwnRowId(board, user)) : null
  if (!rank) return null
  const text = t('place.own', {
    rank: formatNumber(rank.rank, i18n.language),
    total: formatNumber(rank.total, i18n.language),
  })
  return (
    <p className="flex items-center gap-1.5 text-sm text-muted tabular-nums">
      <Trophy className="size-4 shrink-0" aria-hidden />
      {hasLink ? (
        <Link
          to="/group/$groupId/leaderboard"
          params={{ groupId: group.id }}
          className="inline-flex min-h-6 items-center pointer-coarse:min-h-control"
        >
          {text}
        </Link>
      ) : (
        text
      )}
    </p>
  )
}
