import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format'
import { personName } from '../../lib/person-name'
import type { LeaderboardRow } from '../../queries/answers'
import { rankOf } from '../../queries/board-place'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import { PersonLink } from './person-link'
import { usePointsText } from './use-points-text'

interface PodiumProps {
  /** In the server's order. */
  rows: readonly LeaderboardRow[]
  userId: number
}

const fewestPeople = 3
/** A place that many share must not push the board off the screen. */
const mostShown = 5

const medals = new Map([
  [1, 'text-gold'],
  [2, 'text-silver'],
  [3, 'text-bronze'],
])

/** The first three places with all who share them, as far as there is room; nothing for fewer than three people. */
export const Podium = ({ rows, userId }: PodiumProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const title = useId()
  const winners = useMemo(() => rows.filter(row => medals.has(rankOf(row) ?? 0)), [rows])
  if (rows.length < fewestPeople || winners.length === 0) return null
  const more = winners.length - mostShown
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <SectionTitle id={title}>{t('podium.title')}</SectionTitle>
      <ol className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        {winners.slice(0, mostShown).map(row => (
          <Winner key={row.user_id} row={row} isOwn={row.user_id === userId} />
        ))}
      </ol>
      {more > 0 && (
        <p className="text-sm text-muted">
          {t('podium.more', { count: more, people: formatNumber(more, i18n.language) })}
        </p>
      )}
    </section>
  )
}

const Winner = ({ row, isOwn }: { row: LeaderboardRow; isOwn: boolean }) => {
  const { t } = useTranslation('leaderboard')
  const points = usePointsText()
  const rank = rankOf(row) ?? 0
  const name = personName(row)
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
          <PersonLink row={row} isOwn={isOwn}>
            <bdi className="block truncate" title={name}>
              {name}
            </bdi>
          </PersonLink>
          {isOwn && <span className="shrink-0 text-accent-text">{t('me.row')}</span>}
        </span>
        <span className="text-sm tabular-nums text-muted">{points(row.points)}</span>
      </span>
    </li>
  )
}
