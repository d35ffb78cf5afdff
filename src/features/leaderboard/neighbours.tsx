import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format'
import { personName } from '../../lib/person-name'
import type { Leaderboard, LeaderboardRow } from '../../queries/answers'
import { type BoardPlace, placeOf, rankOf, rowsOf } from '../../queries/board-place'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import { PersonLink } from './person-link'

interface NeighboursProps {
  board: Leaderboard
  userId: number
  /** Whether the reader leads the group: those get no place, and need no word of it. */
  isAdmin: boolean
}

/** How many people above and below. */
const reach = 3

const around = (board: Leaderboard, index: number): readonly LeaderboardRow[] =>
  rowsOf(board)
    .slice(Math.max(0, index - reach), index + reach + 1)
    .filter(row => rankOf(row) !== null)

/** Who stands right above and below the reader, and how far the next place is. */
export const Neighbours = ({ board, userId, isAdmin }: NeighboursProps) => {
  const { t } = useTranslation('leaderboard')
  const title = useId()
  const place = placeOf(board, userId)
  if (!place && isAdmin) return null
  const rows = place ? around(board, place.index) : []
  const isListed = rowsOf(board).some(row => row?.user_id === userId)
  return (
    <Card as="section" padding="lg" data-no-print aria-labelledby={title} className="flex flex-col gap-3">
      <SectionTitle id={title}>{t('near.title')}</SectionTitle>
      {place ? (
        <>
          <Standing place={place} rows={rows} />
          <ol className="flex flex-col text-sm">
            {rows.map(row => (
              <Neighbour key={row.user_id} row={row} isOwn={row === place.row} />
            ))}
          </ol>
        </>
      ) : (
        <p className="text-muted">{t(isListed ? 'near.uncounted' : 'near.none')}</p>
      )}
    </Card>
  )
}

/** Whether the place is shared or the first, and the distance that matters: up to the next place, or the leader's lead. */
const Standing = ({ place, rows }: { place: BoardPlace; rows: readonly LeaderboardRow[] }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const number = (value: number) => formatNumber(value, i18n.language)
  const { rank, isShared, above, row } = place
  const distance = (key: 'near.gap' | 'near.lead', other: LeaderboardRow, gap: number) =>
    t(key, { rank: number(rankOf(other) ?? 0), count: gap, points: number(gap) })
  const below = rank === 1 ? rows.find(({ points }) => points < row.points) : undefined
  return (
    <p className="flex flex-col gap-1">
      {isShared ? (
        <span>{t('near.shared', { rank: number(rank) })}</span>
      ) : (
        rank === 1 && <span>{t('near.leader')}</span>
      )}
      {above && <span className="font-medium">{distance('near.gap', above.row, above.gap)}</span>}
      {below && (
        <span className="font-medium">{distance('near.lead', below, row.points - below.points)}</span>
      )}
    </p>
  )
}

const Neighbour = ({ row, isOwn }: { row: LeaderboardRow; isOwn: boolean }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const name = personName(row)
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
        <PersonLink row={row} isOwn={isOwn}>
          <bdi className="block truncate" title={name}>
            {name}
          </bdi>
        </PersonLink>
        {isOwn && <span className="shrink-0">{t('me.row')}</span>}
      </span>
      <span className="text-right tabular-nums">{formatNumber(row.points, i18n.language)}</span>
    </li>
  )
}
