import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaderboardQuery, readOnce } from '../../api/queries/groups'
import type { Group } from '../../api/responses'
import { formatNumber } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { Badge } from '../../ui/badge'
import { Card, stretchedLinkClass } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { findUnsolvedTasks, getRegisterName, getRegisterPeople, sortPeople } from './register-model'
import { getRowSolves, getSolveCategories, getTaskStats } from './solves'
import { DEFAULT_STALLED_DAYS } from './stalled-days'
import { OpensClosedProfiles, UserLink } from './user-link'

const MAX_SHOWN = 5

/** Beside the tasks, for administrators: who may need help, and tasks that nobody solves. */
export const TeacherRail = ({ group }: { group: Group }) => {
  const { t, i18n } = useTranslation('register')
  const board = useQuery({ ...leaderboardQuery(group.id), ...readOnce, enabled: !group.hide_leaderboard })
  const [now] = useState(() => serverClock.now())
  const rows = board.data?.rows ?? []
  const everybody = rows.map(row => ({ row, name: getRegisterName(row), solves: getRowSolves(row) }))
  const people = getRegisterPeople(everybody, group, now, DEFAULT_STALLED_DAYS)
  const inNeed = sortPeople(
    people.filter(({ state }) => state !== 'other'),
    undefined,
    i18n.language,
  )
  const categories = getSolveCategories(group, () => true)
  const unsolvedIds = findUnsolvedTasks(
    categories.flatMap(({ tasks }) => tasks),
    getTaskStats(categories, everybody),
    rows.length,
  )
  const unsolved = categories.flatMap(({ name, tasks }) =>
    tasks.filter(({ id }) => unsolvedIds.has(id)).map(task => ({ ...task, category: name })),
  )
  const params = { groupId: group.id }
  return (
    <div className="grid items-start gap-4 md:max-xl:grid-cols-2">
      {board.data && inNeed.length + unsolved.length === 0 && (
        <p className="text-sm text-muted">{t('rail.none')}</p>
      )}
      {inNeed.length > 0 && (
        <RailCard title={t('rail.people')} count={inNeed.length}>
          {inNeed.slice(0, MAX_SHOWN).map(({ row, name, idleDays }) => (
            <li key={row.user_id} className={lineClass}>
              <OpensClosedProfiles value={true}>
                <UserLink row={row} isOwn={false}>
                  <bdi translate="no" className="block truncate">
                    {name}
                  </bdi>
                </UserLink>
              </OpensClosedProfiles>
              <span className="shrink-0 text-muted">
                {row.solved === 0 || idleDays === null
                  ? t('last.never')
                  : t('last.days', { count: idleDays })}
              </span>
            </li>
          ))}
          <li className={lineClass}>
            <Link
              to="/group/$groupId"
              params={params}
              search={{ tab: 'register' }}
              replace
              resetScroll={false}
            >
              {t('rail.all')}
            </Link>
          </li>
        </RailCard>
      )}
      {unsolved.length > 0 && (
        <RailCard title={t('columns.unsolved')} count={unsolved.length}>
          {unsolved.slice(0, MAX_SHOWN).map(({ id, title, category }) => (
            <li key={id} className={cx(lineClass, 'relative')}>
              <CategoryFlag name={category} />
              <Link
                to="/group/$groupId/task/$taskId"
                params={{ ...params, taskId: id }}
                className={cx(stretchedLinkClass, 'block min-w-0 flex-1 truncate')}
              >
                <bdi>{title}</bdi>
              </Link>
            </li>
          ))}
          {unsolved.length > MAX_SHOWN && (
            <li className={cx(lineClass, 'text-muted')}>
              {t('reading.more', { count: formatNumber(unsolved.length - MAX_SHOWN, i18n.language) })}
            </li>
          )}
        </RailCard>
      )}
    </div>
  )
}

const lineClass = 'flex min-h-10 items-center justify-between gap-3 pointer-coarse:min-h-control'

const RailCard = ({ title, count, children }: { title: string; count: number; children: ReactNode }) => {
  const { i18n } = useTranslation()
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        <Badge>{formatNumber(count, i18n.language)}</Badge>
      </div>
      <ul className="divide-y divide-line text-sm">{children}</ul>
    </Card>
  )
}
