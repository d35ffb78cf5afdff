import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getDisplayName } from '../../lib/display-name'
import { formatNumber } from '../../lib/format'
import { getRank } from '../../queries/leaderboard-position'
import type { LeaderboardRow } from '../../queries/responses'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import { usePointsLabel } from './use-points-label'
import { UserLink } from './user-link'

interface PodiumProps {
  /** In server order. */
  rows: readonly LeaderboardRow[]
  userId: number
}

const MIN_ROWS = 3
/** Caps a large tie. */
const MAX_SHOWN = 5

const medals = new Map([
  [1, 'text-gold'],
  [2, 'text-silver'],
  [3, 'text-bronze'],
])

/** The first three ranks with ties. Renders nothing for fewer than three users. */
export const Podium = ({ rows, userId }: PodiumProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const title = useId()
  const winners = useMemo(() => rows.filter(row => medals.has(getRank(row) ?? 0)), [rows])
  if (rows.length < MIN_ROWS || winners.length === 0) return null
  const hiddenCount = winners.length - MAX_SHOWN
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <SectionTitle id={title}>{t('podium.title')}</SectionTitle>
      <ol className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        {winners.slice(0, MAX_SHOWN).map(row => (
          <Winner key={row.user_id} row={row} isOwn={row.user_id === userId} />
        ))}
      </ol>
      {hiddenCount > 0 && (
        <p className="text-sm text-muted">
          {t('podium.more', { count: hiddenCount, people: formatNumber(hiddenCount, i18n.language) })}
        </p>
      )}
    </section>
  )
}

const Winner = ({ row, isOwn }: { row: LeaderboardRow; isOwn: boolean }) => {
  const { t } = useTranslation('leaderboard')
  const points = usePointsLabel()
  const rank = getRank(row) ?? 0
  const name = getDisplayName(row)
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
        className={cx('text-3xl font-semibold tabular-nums', isOwn ? 'text-accent-text' : medals.get(rank))}
      >
        <span aria-hidden>{rank}</span>
        <span className="sr-only">{t('podium.place', { rank })}</span>
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 gap-1 font-medium">
          <UserLink row={row} isOwn={isOwn}>
            <bdi className="block truncate" title={name}>
              {name}
            </bdi>
          </UserLink>
          {isOwn && <span className="shrink-0 text-accent-text">{t('me.row')}</span>}
        </span>
        <span className="text-sm tabular-nums text-muted">{points(row.points)}</span>
      </span>
    </li>
  )
}
