import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getDisplayName } from '../../api/display-name'
import type { GroupSummary, Leaderboard, LeaderboardRow } from '../../api/responses'
import { lazyComponent } from '../../i18n/lazy-component'
import { SectionBoundary } from '../../i18n/section-boundary'
import { formatNumber } from '../../lib/format'
import { createScreenQuery } from '../../lib/screen-query'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import { getPosition, getRank, type LeaderboardPosition } from './model'
import { getIsPrinting, useIsPrinting } from './use-row-window'
import { UserLink } from './user-link'

interface BoardSidebarProps {
  board: Leaderboard
  userId: number
  /** Group administrators have no rank. */
  isAdmin: boolean
}

const Chart = lazyComponent(() => import('./board-chart').then(part => part.BoardChart), 'leaderboard')

/** A printed page is narrow: it keeps the layout of the screen. */
export const useIsWide = createScreenQuery('(min-width: 80rem)', true, getIsPrinting)

/** Beside the table on wide screens, else collapsed above it. The chart's code loads when first opened. */
export const BoardSidebar = (props: BoardSidebarProps) => {
  const { t } = useTranslation('leaderboard')
  const [wasOpened, setOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isPrinting = useIsPrinting()
  const toggle = (isOpenNow: boolean) => {
    if (isPrinting) return
    setOpen(isOpenNow)
    if (isOpenNow) setOpened(true)
  }
  if (useIsWide()) return <SidebarContent {...props} />
  return (
    <details
      open={isOpen || (isPrinting && wasOpened)}
      onToggle={event => toggle(event.currentTarget.open)}
      className={cx(
        'rounded-card border border-line bg-surface px-4 py-2 print:border-0 print:p-0',
        !wasOpened && 'print:hidden',
      )}
    >
      <summary className="text-sm font-medium print:hidden">
        {t(props.isAdmin ? 'rail.titleAdmin' : 'rail.title')}
      </summary>
      <div className="flex flex-col gap-4 pt-2 pb-2">{wasOpened && <SidebarContent {...props} />}</div>
    </details>
  )
}

const SidebarContent = ({ board, userId, isAdmin }: BoardSidebarProps) => {
  const { t } = useTranslation('leaderboard')
  return (
    <>
      <Neighbours board={board} userId={userId} isAdmin={isAdmin} />
      <SectionBoundary title={t('rail.chartFailed')}>
        <Chart board={board} userId={userId} />
      </SectionBoundary>
    </>
  )
}

interface NeighboursProps {
  board: Leaderboard
  userId: number
  /** Group administrators have no rank and see no hint about it. */
  isAdmin: boolean
  /** On other pages: links the leaderboard. */
  group?: Pick<GroupSummary, 'id' | 'name'>
}

/** Rows shown above and below; fewer on other pages. */
const NEARBY_ROWS = { above: 3, below: 3 }
const FEW_ROWS = { above: 2, below: 1 }

const getNearbyRows = (board: Leaderboard, index: number, { above, below } = NEARBY_ROWS) =>
  board.rows.slice(Math.max(0, index - above), index + below + 1).filter(row => getRank(row) !== null)

/** Users right above and below, and the distance to the next rank. */
export const Neighbours = ({ board, userId, isAdmin, group }: NeighboursProps) => {
  const { t } = useTranslation('leaderboard')
  const title = useId()
  const ownRank = getPosition(board, userId)
  if (!ownRank && isAdmin) return null
  const rows = ownRank ? getNearbyRows(board, ownRank.index, group ? FEW_ROWS : NEARBY_ROWS) : []
  const isListed = board.rows.some(row => row.user_id === userId)
  return (
    <Card as="section" padding="lg" data-no-print aria-labelledby={title} className="flex flex-col gap-3">
      {group ? (
        <div>
          <div className="flex items-baseline justify-between gap-4">
            <h2 id={title} className="text-base">
              {t('near.title')}
            </h2>
            <Link to="/group/$groupId/leaderboard" params={{ groupId: group.id }} className="text-sm">
              {t('title')}
            </Link>
          </div>
          <p className="text-sm text-muted">
            <bdi>{group.name}</bdi>
          </p>
        </div>
      ) : (
        <SectionTitle id={title}>{t('near.title')}</SectionTitle>
      )}
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
    <p className="flex flex-col gap-1 text-sm">
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
          <bdi translate="no" className="block truncate" title={name}>
            {name}
          </bdi>
        </UserLink>
        {isOwn && <span className="shrink-0">{t('me.row')}</span>}
      </span>
      <span className="text-right tabular-nums">{formatNumber(row.points, i18n.language)}</span>
    </li>
  )
}
