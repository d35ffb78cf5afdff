import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupListQuery, leaderboardQuery } from '../../api/queries/groups'
import type { GroupSummary } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { formatNumber } from '../../lib/format'
import { getOwnRowId, getPosition } from './model'

interface OwnRankProps {
  group: Pick<GroupSummary, 'id' | 'hide_leaderboard' | 'rank' | 'ranked_total'>
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

export interface OwnPlace {
  rank: number
  /** People on the leaderboard; undefined if unknown. */
  total: number | undefined
}

/** Own place on the cached leaderboard, else that of the group or the cached list. Requests neither; null if unknown or hidden. */
export const useOwnPlace = (group: OwnRankProps['group']): OwnPlace | null => {
  const { user } = useSession()
  const { data: board, error } = useQuery({ ...leaderboardQuery(group.id), ...cachedOnly })
  const { data: groups, error: listError } = useQuery({ ...groupListQuery(), ...cachedOnly })
  if (!user || group.hide_leaderboard) return null
  // After a failed refetch the cached rank may be outdated.
  const position = board && !error ? getPosition(board, getOwnRowId(board, user)) : null
  if (position) return position
  const listed = listError ? undefined : groups?.find(({ id }) => id === group.id)
  const { rank, ranked_total } = group.rank === undefined ? (listed ?? {}) : group
  return rank === undefined ? null : { rank, total: ranked_total }
}

/** After a solve the cached place is read again. `before` is the first one on the task; undefined if the place is no better. */
export const useRisenPlace = (
  group: OwnRankProps['group'],
  taskId: number,
): (OwnPlace & { before?: number }) | null => {
  const place = useOwnPlace(group)
  const rank = place?.rank
  const [first, setFirst] = useState({ rank, taskId })
  if (first.taskId !== taskId || (first.rank === undefined && rank !== undefined)) setFirst({ rank, taskId })
  const { rank: before } = first
  return place && before !== undefined && place.rank < before ? { ...place, before } : place
}

/** Own rank where it is known. */
export const OwnRank = ({ group, hasLink = false }: OwnRankProps) => {
  const { t, i18n } = useTranslation('groups')
  const place = useOwnPlace(group)
  if (!place) return null
  const number = (value: number) => formatNumber(value, i18n.language)
  const { total } = place
  const rank = number(place.rank)
  const text =
    total === undefined ? t('place.short', { rank }) : t('place.own', { rank, total: number(total) })
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
