import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { leaderboardQuery } from '../../api/queries/groups'
import type { LeaderboardRow } from '../../api/responses'
import { parseMoment } from '../../lib/format'
import { Avatar } from '../../ui/avatar'
import { Card } from '../../ui/card'
import { getRowLabels, sortRows } from './rows'

interface LatestSolvesProps {
  rows: readonly LeaderboardRow[]
  count: number
}

/** Who solved a task most recently, the latest first. */
export const LatestSolves = ({ rows, count }: LatestSolvesProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const title = useId()
  const solvers = rows.filter(row => parseMoment(row.last_solved_at) !== null)
  const latest = sortRows(solvers, { key: 'last', direction: 'desc' }, i18n.language).slice(0, count)
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h2 id={title} className="text-base">
        {t('latest.title')}
      </h2>
      {latest.length === 0 && <p className="text-muted">{t('latest.none')}</p>}
      <ol className="flex flex-col gap-2">
        {latest.map(row => {
          const { displayName, last } = getRowLabels(row, i18n.language)
          return (
            <li key={row.user_id} className="flex min-w-0 items-center gap-3">
              <Avatar name={displayName} size="sm" />
              <bdi className="min-w-0 truncate">{displayName}</bdi>
              <span className="ml-auto shrink-0 text-muted">{last}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** For a teacher's home page. */
export const LatestSolvesCard = ({ groupId }: { groupId: number }) => {
  const { data: board, isError } = useQuery({
    ...leaderboardQuery(groupId),
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
  // The leaderboard's own page explains the error.
  if (isError) return null
  return (
    <Card padding="lg" className="text-sm">
      {board && <LatestSolves rows={board.rows} count={5} />}
    </Card>
  )
}
