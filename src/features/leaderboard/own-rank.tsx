import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaderboardQuery } from '../../api/queries/groups'
import type { GroupSummary } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { formatNumber } from '../../lib/format'
import { getOwnRowId, getPosition, type LeaderboardPosition } from './model'

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

/** Own place on the cached leaderboard. Never requests the board itself; null if it isn't cached or is hidden. */
export const useOwnPlace = (group: OwnRankProps['group']): LeaderboardPosition | null => {
  const { user } = useSession()
  const { data: board, error } = useQuery({ ...leaderboardQuery(group.id), ...cachedOnly })
  // After a failed refetch the cached rank may be outdated.
  if (!board || error || !user || group.hide_leaderboard) return null
  return getPosition(board, getOwnRowId(board, user))
}

/** Own rank where it is known. */
export const OwnRank = ({ group, hasLink = false }: OwnRankProps) => {
  const { t, i18n } = useTranslation('groups')
  const rank = useOwnPlace(group)
  // After a solve the cached board is read again: the rank before it is compared with the new one.
  const [before, setBefore] = useState(rank?.rank)
  if (!rank) return null
  if (before === undefined) setBefore(rank.rank)
  const number = (value: number) => formatNumber(value, i18n.language)
  const place = t('place.own', { rank: number(rank.rank), total: number(rank.total) })
  const hasRisen = before !== undefined && rank.rank < before
  const text = hasRisen ? `${place}, ${t('place.before', { rank: number(before) })}` : place
  return (
    <p className="flex items-center gap-1.5 text-sm text-muted">
      <Trophy className="size-4 shrink-0" />
      {hasLink ? (
        <Link
          to="/group/$groupId/leaderboard"
          params={{ groupId: group.id }}
          className="inline-flex min-h-6 items-center pointer-coarse:min-h-control"
        >
          {text}
        </Link>
      ) : (
        <span>{text}</span>
      )}
    </p>
  )
}
