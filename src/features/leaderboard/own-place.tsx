import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { formatNumber } from '../../lib/format'
import type { GroupSummary } from '../../queries/answers'
import { ownRowId, placeOf } from '../../queries/board-place'
import { leaderboardQuery } from '../../queries/groups'
import { SectionBoundary } from '../../ui/section-boundary'

interface OwnPlaceProps {
  group: Pick<GroupSummary, 'id' | 'hide_leaderboard'>
  /** Leads to the board; absent where the line stands in something that leads elsewhere. */
  hasLink?: boolean
}

/**
 * The reader's place in a group, beside their progress. It is that of the board that was read last: until the board has
 * been opened nothing is asked for and there is nothing to see; nor is there where the board is hidden or drifted.
 */
export const OwnPlace = (props: OwnPlaceProps) => (
  <SectionBoundary failed={() => null}>
    <PlaceLine {...props} />
  </SectionBoundary>
)

/** What was read once is read again when something has made it wrong, such as a right flag, and at no other time. */
const asRead = {
  enabled: ({ state }: { state: { data: unknown } }) => state.data !== undefined,
  refetchOnMount: ({ state }: { state: { isInvalidated: boolean } }) => state.isInvalidated,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
} as const

const PlaceLine = ({ group, hasLink = false }: OwnPlaceProps) => {
  const { t, i18n } = useTranslation('groups')
  const { user } = useSession()
  const { data: board, error } = useQuery({ ...leaderboardQuery(group.id), ...asRead })
  // A board that is refused by now, or could not be read after a solution, says nothing of the place.
  const place =
    board && !error && user && !group.hide_leaderboard ? placeOf(board, ownRowId(board, user)) : null
  if (!place) return null
  const text = t('place.own', {
    rank: formatNumber(place.rank, i18n.language),
    total: formatNumber(place.total, i18n.language),
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
