import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, ListFilter } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../lib/shortcuts'
import type { TaskSummary } from '../../queries/responses'
import { cx } from '../../ui/cx'

interface TaskNeighboursProps {
  groupId: number
  previous: TaskSummary | null
  next: TaskSummary | null
  /** Whether they are within the group's filters. */
  isFiltered: boolean
}

/** Previous and next task, also with the `,` and `.` keys. */
export const TaskNeighbours = ({ groupId, previous, next, isFiltered }: TaskNeighboursProps) => {
  const { t } = useTranslation('task')
  useTaskKey('previousTask', groupId, previous)
  useTaskKey('nextTask', groupId, next)
  if (!previous && !next) return null
  return (
    <nav
      aria-label={t('neighbours.label')}
      className="grid max-w-[88rem] gap-3 sm:grid-cols-2 2xl:max-w-none"
    >
      {isFiltered && (
        <p className="flex items-center gap-1.5 text-sm text-muted sm:col-span-2">
          <ListFilter className="size-4 shrink-0" aria-hidden />
          {t('neighbours.filtered')}
        </p>
      )}
      {previous && <NeighbourLink groupId={groupId} task={previous} side="previous" />}
      {next && <NeighbourLink groupId={groupId} task={next} side="next" />}
    </nav>
  )
}

const useTaskKey = (id: 'previousTask' | 'nextTask', groupId: number, task: TaskSummary | null): void => {
  const navigate = useNavigate()
  const open = () =>
    task && void navigate({ to: '/group/$groupId/task/$taskId', params: { groupId, taskId: task.id } })
  useShortcut(id, open, task !== null)
}

interface NeighbourLinkProps {
  groupId: number
  task: TaskSummary
  side: 'previous' | 'next'
}

const NeighbourLink = ({ groupId, task, side }: NeighbourLinkProps) => {
  const { t } = useTranslation('task')
  const isNext = side === 'next'
  const Arrow = isNext ? ArrowRight : ArrowLeft
  return (
    <Link
      to="/group/$groupId/task/$taskId"
      params={{ groupId, taskId: task.id }}
      className={cx(
        'flex min-w-0 items-center gap-3 rounded-card border border-line bg-surface p-4 no-underline transition-colors duration-fast hover:border-control',
        isNext && 'flex-row-reverse text-right sm:col-start-2',
      )}
    >
      <Arrow className="size-5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-muted">{t(`neighbours.${side}`)}</span>
        <bdi className="block truncate font-medium text-text">{task.title}</bdi>
      </span>
    </Link>
  )
}
