import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { getDisplayName } from '../../lib/display-name'
import { formatNumber } from '../../lib/format'
import { getPosition, getRank, getRows, type LeaderboardPosition } from '../../queries/leaderboard-position'
import type { Leaderboard, LeaderboardRow } from '../../queries/responses'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import { UserLink } from './user-link'

interface NeighboursProps {
  board: Leaderboard
  userId: number
  /** Group administrators have no rank and see no hint about it. */
  isAdmin: boolean
}

/** Rows shown above and below. */
const REACH = 3

const getNearbyRows = (board: Leaderboard, index: number): readonly LeaderboardRow[] =>
  getRows(board)
    .slice(Math.max(0, index - REACH), index + REACH + 1)
    .filter(row => getRank(row) !== null)

/** Users right above and below, and the distance to the next rank. */
export const Neighbours = ({ board, userId, isAdmin }: NeighboursProps) => {
  const { t } = useTranslation('leaderboard')
  const title = useId()
  const ownRank = getPosition(board, userId)
  if (!ownRank && isAdmin) return null
  const rows = ownRank ? getNearbyRows(board, ownRank.index) : []
  const isListed = getRows(board).some(row => row?.user_id === userId)
  return (
    <Card as="section" padding="lg" data-no-print aria-labelledby={title} className="flex flex-col gap-3">
      <SectionTitle id={title}>{t('near.title')}</SectionTitle>
      {ownRank ? (
        <>
          <RankSummary ownRank={ownRank} rows={rows} />
          <ol className="flex flex-col text-sm">
            {rows.map(row => (
              <NeighbourRow key={row.user_id} row={row} isOwn={row === ownRank.row} />
            ))}
          </ol>
        </>
      ) : (
        <p className="text-muted">{t(isListed ? 'near.uncounted' : 'near.none')}</p>
      )}
    </Card>
  )
}

/** Tied or first, and the gap to the next rank or to the second place. */
const RankSummary = ({
  ownRank,
  rows,
}: {
  ownRank: LeaderboardPosition
  rows: readonly LeaderboardRow[]
}) => {
  const { t, i18n } = useTranslation('leaderboard')
  const number = (value: number) => formatNumber(value, i18n.language)
  const { rank, isShared, above, row } = ownRank
  const formatDistance = (key: 'near.gap' | 'near.lead', other: LeaderboardRow, gap: number) =>
    t(key, { rank: number(getRank(other) ?? 0), count: gap, points: number(gap) })
  const below = rank === 1 ? rows.find(({ points }) => points < row.points) : undefined
  return (
    <p className="flex flex-col gap-1">
      {isShared ? (
        <span>{t('near.shared', { rank: number(rank) })}</span>
      ) : (
        rank === 1 && <span>{t('near.leader')}</span>
      )}
      {above && <span className="font-medium">{formatDistance('near.gap', above.row, above.gap)}</span>}
      {below && (
        <span className="font-medium">{formatDistance('near.lead', below, row.points - below.points)}</span>
      )}
    </p>
  )
}

const NeighbourRow = ({ row, isOwn }: { row: LeaderboardRow; isOwn: boolean }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const name = getDisplayName(row)
  return (
    <li
      aria-current={isOwn || undefined}
      className={cx(
        'grid min-h-8 grid-cols-[minmax(2rem,auto)_minmax(0,1fr)_auto] items-center gap-x-3 rounded-chip px-2',
        isOwn && 'bg-accent-soft font-medium text-accent-text',
      )}
    >
      <span className="text-right tabular-nums text-muted">{formatNumber(row.rank, i18n.language)}</span>
      <span className="flex min-w-0 gap-1">
        <UserLink row={row} isOwn={isOwn}>
          <bdi className="block truncate" title={name}>
            {name}
          </bdi>
        </UserLink>
        {isOwn && <span className="shrink-0">{t('me.row')}</span>}
      </span>
      <span className="text-right tabular-nums">{formatNumber(row.points, i18n.language)}</span>
    </li>
  )
}
