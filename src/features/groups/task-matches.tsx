import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { GroupSummary } from '../../api/responses'
import { useTaskMatches } from '../../api/use-task-matches'
import { useAnnounceChange } from '../../lib/hooks'
import { Card } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { SectionTitle } from '../../ui/page-title'

const MAX_TASKS = 30

/** Tasks of the running groups by title or category. */
export const TaskMatches = ({ groups, q }: { groups: readonly GroupSummary[]; q: string }) => {
  const { t } = useTranslation('groups')
  const { matches, isLoading } = useTaskMatches(groups, q)
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
