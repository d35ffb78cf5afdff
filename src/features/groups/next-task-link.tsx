import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../api/responses'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { getNextTask, type StatusMap } from './model'

/** A longer button would push the group's title to a line of its own. */
const MAX_LABEL_LENGTH = 32

interface NextTaskLinkProps {
  group: Group
  statuses: StatusMap
  size?: 'lg'
  className?: string
}

/** The page's primary action: the next open required task, else the next open one. */
export const NextTaskLink = ({ group, statuses, size, className }: NextTaskLinkProps) => {
  const { t } = useTranslation('groups')
  const task = getNextTask(group, statuses)
  if (!task) return null
  const label = t('next.short', { title: task.title })
  const isShort = label.length <= MAX_LABEL_LENGTH
  return (
    <Link
      to="/group/$groupId/task/$taskId"
      params={{ groupId: group.id, taskId: task.id }}
      className={cx(buttonClass({ variant: 'primary', ...(size && { size }) }), className)}
      aria-label={isShort ? undefined : t('next.anyNamed', { title: task.title })}
    >
      <span>{isShort ? label : t('next.any')}</span>
      <ArrowRight className="size-4" />
    </Link>
  )
}
