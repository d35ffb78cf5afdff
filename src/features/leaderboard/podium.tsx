import './leaderboard.css'
import { type CSSProperties, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getDisplayName } from '../../api/display-name'
import type { LeaderboardRow } from '../../api/responses'
import { formatNumber } from '../../lib/format'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import { getRank } from './model'
import { UserLink } from './user-link'

interface PodiumProps {
  /** In server order. */
  rows: readonly LeaderboardRow[]
  userId: number
}

const MIN_ROWS = 3
/** Caps a large tie. */
const MAX_SHOWN = 5

/** By rank. */
const medals = new Map([
  [1, { '--medal': 'var(--color-gold-fill)', '--step': 1 }],
  [2, { '--medal': 'var(--color-silver-fill)', '--step': 0.73 }],
  [3, { '--medal': 'var(--color-bronze-fill)', '--step': 0.54 }],
])

export const getMedalStyle = (rank: number) => medals.get(rank) as CSSProperties | undefined

/** Users on the first three ranks. */
export const getWinners = (rows: readonly LeaderboardRow[]): readonly LeaderboardRow[] =>
  rows.filter(row => medals.has(getRank(row) ?? 0))

/** Whether each of the first three ranks has one user. */
const hasPodium = (winners: readonly LeaderboardRow[]): boolean =>
  winners.length === 3 && winners.every((row, at) => getRank(row) === at + 1)

/** The first three ranks: a podium, or a list when ranks are shared. Renders nothing for fewer than three users. */
export const Podium = ({ rows, userId }: PodiumProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const title = useId()
  const winners = useMemo(() => getWinners(rows), [rows])
  if (rows.length < MIN_ROWS || winners.length === 0) return null
  const hiddenCount = winners.length - MAX_SHOWN
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <SectionTitle id={title}>{t('podium.title')}</SectionTitle>
      {hasPodium(winners) ? (
        <PodiumSteps winners={winners} userId={userId} />
      ) : (
        <ol className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
          {winners.slice(0, MAX_SHOWN).map(row => (
            <TiedWinner key={row.user_id} row={row} isOwn={row.user_id === userId} />
          ))}
        </ol>
      )}
      {hiddenCount > 0 && (
        <p className="text-sm text-muted">
          {t('podium.more', { count: hiddenCount, people: formatNumber(hiddenCount, i18n.language) })}
        </p>
      )}
    </section>
  )
}

/** Of ranks 1, 2 and 3. */
const PodiumSteps = ({ winners, userId }: { winners: readonly LeaderboardRow[]; userId: number }) => (
  <ol data-card="" className="podium">
    {winners.map(row => (
      <Step key={row.user_id} row={row} isOwn={row.user_id === userId} />
    ))}
  </ol>
)

const Step = ({ row, isOwn }: { row: LeaderboardRow; isOwn: boolean }) => {
  const { t } = useTranslation('leaderboard')
  const rank = getRank(row) ?? 0
  return (
    <li aria-current={isOwn || undefined}>
      <span className="sr-only">{t('podium.place', { rank })}</span>
      <Avatar name={getDisplayName(row)} size="lg" />
      <span className={cx('podium-name', isOwn && 'text-accent-text')}>
        <WinnerName row={row} isOwn={isOwn} />
      </span>
      <Points row={row} />
      <span aria-hidden className="podium-step medal" style={getMedalStyle(rank)}>
        {rank}
      </span>
    </li>
  )
}

const TiedWinner = ({ row, isOwn }: { row: LeaderboardRow; isOwn: boolean }) => {
  const { t } = useTranslation('leaderboard')
  const rank = getRank(row) ?? 0
  return (
    <li
      data-card=""
      aria-current={isOwn || undefined}
      className={cx(
        'flex min-w-0 items-center gap-3 rounded-card border px-4 py-3',
        isOwn ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
      )}
    >
      <span
        className="medal flex size-[2.5rem] shrink-0 items-center justify-center rounded-control text-xl"
        style={getMedalStyle(rank)}
      >
        <span aria-hidden>{rank}</span>
        <span className="sr-only">{t('podium.place', { rank })}</span>
      </span>
      <span className="flex min-w-0 flex-col font-medium">
        <WinnerName row={row} isOwn={isOwn} />
        <Points row={row} />
      </span>
    </li>
  )
}

const WinnerName = ({ row, isOwn }: { row: LeaderboardRow; isOwn: boolean }) => {
  const { t } = useTranslation('leaderboard')
  const name = getDisplayName(row)
  return (
    <>
      <UserLink row={row} isOwn={isOwn}>
        <bdi translate="no" className="line-clamp-2 [overflow-wrap:anywhere]" title={name}>
          {name}
        </bdi>
      </UserLink>
      {isOwn && <span className="text-accent-text">{` ${t('me.row')}`}</span>}
    </>
  )
}

const Points = ({ row }: { row: LeaderboardRow }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const points = formatNumber(row.points, i18n.language)
  return (
    <span className="podium-points text-muted">{t('podium.points', { count: row.points || 0, points })}</span>
  )
}
