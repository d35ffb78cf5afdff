import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { leaderboardQuery, readOnce } from '../../api/queries/groups'
import type { Group, LeaderboardRow } from '../../api/responses'
import { clock } from '../../lib/clock'
import { parseMoment } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { Avatar } from '../../ui/avatar'
import { Card } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { formatRecent, getRowLabels, sortRows } from './rows'
import { getRowSolves } from './solves'

/** In the ticker. */
const MAX_LATEST = 3

/** Who solved a task most recently, the latest first. */
const getLatest = (rows: readonly LeaderboardRow[], count: number, language: string) =>
  sortRows(
    rows.filter(row => parseMoment(row.last_solved_at) !== null),
    { key: 'last', direction: 'desc' },
    language,
  ).slice(0, count)

interface LatestSolve {
  row: LeaderboardRow
  at: number
  /** Undefined where the row doesn't say what was solved. */
  task?: { title: string; category: string }
}

/** The latest solves: each of a row that says them, else its last one. */
const getLatestSolves = (
  rows: readonly LeaderboardRow[],
  { categories }: TickerProps['group'],
): LatestSolve[] => {
  const tasks = new Map(
    categories.flatMap(({ name, tasks }) => tasks.map(({ id, title }) => [id, { title, category: name }])),
  )
  return rows
    .flatMap((row): LatestSolve[] => {
      const solves = getRowSolves(row)
      const last = parseMoment(row.last_solved_at)
      if (!solves) return last === null ? [] : [{ row, at: last }]
      return [...solves.at].flatMap(([id, at]) => {
        const task = tasks.get(id)
        return task && !Number.isNaN(at) ? { row, at, task } : []
      })
    })
    .sort((one, other) => other.at - one.at)
    .slice(0, MAX_LATEST)
}

/** A solve is warm for a minute. */
const WARM_MS = 60_000

const cardClass = 'rounded-card border border-line bg-surface px-4'

interface TickerProps {
  rows: readonly LeaderboardRow[]
  group: Pick<Group, 'categories'>
}

/** Along the bottom of the presenter view. */
export const Ticker = ({ rows, group }: TickerProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const latest = getLatestSolves(rows, group)
  if (latest.length === 0) return null
  return (
    <ol aria-label={t('latest.title')} className="presenter-ticker presenter-small">
      {latest.map(({ row, at, task }) =>
        task ? (
          <li
            key={`${row.user_id} ${task.title}`}
            className={cx(
              'flex min-w-0 items-center gap-3',
              cardClass,
              serverClock.now() - at < WARM_MS && 'border-signal bg-signal-soft',
            )}
          >
            <CategoryFlag name={task.category} className="size-8" />
            <span className="min-w-0 flex-1">
              <bdi translate="no" className="block truncate font-semibold">
                {getRowLabels(row, i18n.language).displayName}
              </bdi>
              <bdi className="block truncate text-muted">{task.title}</bdi>
            </span>
            <span className="shrink-0 text-muted">{formatRecent(at, clock.now(), i18n.language)}</span>
          </li>
        ) : (
          <Solve key={row.user_id} row={row} className={cardClass} />
        ),
      )}
    </ol>
  )
}

const Solve = ({ row, className }: { row: LeaderboardRow; className?: string }) => {
  const { i18n } = useTranslation()
  const { displayName, last } = getRowLabels(row, i18n.language)
  return (
    <li className={cx('flex min-w-0 items-center gap-3', className)}>
      <Avatar name={displayName} size="sm" />
      <bdi translate="no" className="min-w-0 truncate">
        {displayName}
      </bdi>
      <span className="ml-auto shrink-0 text-muted">{last}</span>
    </li>
  )
}

const LatestSolves = ({ rows, count }: { rows: readonly LeaderboardRow[]; count: number }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const title = useId()
  const latest = getLatest(rows, count, i18n.language)
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h2 id={title} className="text-base">
        {t('latest.title')}
      </h2>
      {latest.length === 0 && <p className="text-muted">{t('latest.none')}</p>}
      <ol className="flex flex-col gap-2">
        {latest.map(row => (
          <Solve key={row.user_id} row={row} />
        ))}
      </ol>
    </section>
  )
}

/** For a teacher's home page. */
export const LatestSolvesCard = ({ groupId }: { groupId: number }) => {
  const { data: board, isError } = useQuery({
    ...leaderboardQuery(groupId),
    ...readOnce,
  })
  // The leaderboard's own page explains the error.
  if (isError) return null
  return (
    <Card padding="lg" className="text-sm">
      {board && <LatestSolves rows={board.rows} count={5} />}
    </Card>
  )
}
