import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { areTasksClosed } from '../../api/attempts'
import { groupQuery } from '../../api/queries/groups'
import { type GroupSummary, getGroupPhase } from '../../api/responses'
import { useAnnounceChange } from '../../lib/hooks'
import { serverClock } from '../../lib/server-clock'
import { matchesText } from '../../lib/text'
import { Card } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { SectionTitle } from '../../ui/page-title'
import { isShown } from './model'

/** At most this many groups are read for a search, and tasks shown. */
const MAX_GROUPS = 10
const MAX_TASKS = 30

/** Tasks of the running groups by title or category. Reads those groups when something is searched. */
export const TaskMatches = ({ groups, q }: { groups: readonly GroupSummary[]; q: string }) => {
  const { t } = useTranslation('groups')
  const now = serverClock.now()
  const open = groups.filter(group => group.id > 0 && getGroupPhase(group, now) === 'running')
  const read = open.slice(0, MAX_GROUPS)
  const results = useQueries({ queries: read.map(({ id }) => ({ ...groupQuery(id), retry: false })) })
  const isLoading = results.some(({ isPending }) => isPending)
  const matches = results.flatMap(({ data: group }) =>
    !group || areTasksClosed(group)
      ? []
      : group.categories.flatMap(category =>
          category.tasks
            .filter(task => task.id > 0 && isShown(task, group.is_admin))
            .filter(task => matchesText(`${task.title} ${category.name}`, q))
            .map(task => ({ task, category: category.name, group })),
        ),
  )
  const found = t('taskMatches.found', { count: matches.length })
  useAnnounceChange(q, found, isLoading ? null : 0)
  return (
    <section className="flex flex-col gap-4">
      <SectionTitle>{t('taskMatches.title')}</SectionTitle>
      <p className="text-sm text-muted">{isLoading ? t('taskMatches.loading') : found}</p>
      {matches.length > 0 && (
        <Card padding="none">
          <ul aria-label={t('taskMatches.title')} className="divide-y divide-line">
            {matches.slice(0, MAX_TASKS).map(({ task, category, group }) => (
              <li
                key={`${group.id}/${task.id}`}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3"
              >
                <span className="flex min-w-0 items-center gap-2">
                  <CategoryFlag name={category} />
                  <Link
                    to="/group/$groupId/task/$taskId"
                    params={{ groupId: group.id, taskId: task.id }}
                    className="inline-flex min-h-6 items-center font-medium pointer-coarse:min-h-control"
                  >
                    <bdi>{task.title}</bdi>
                  </Link>
                </span>
                <span className="text-sm text-muted">
                  <bdi>{group.name}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {matches.length > MAX_TASKS && (
        <p className="text-sm text-muted">{t('taskMatches.more', { count: MAX_TASKS })}</p>
      )}
    </section>
  )
}
