import i18next from 'i18next'
import { EyeOff } from 'lucide-react'
import { type ComponentType, memo } from 'react'
import { difficultyLabel, labStateLabel, taskStateLabel } from '../../i18n/task-labels'
import type { RowLinks } from '../../lib/row-links'
import type { TaskStatus, TaskSummary } from '../../queries/responses'
import { getTaskState } from '../../queries/task-progress'
import { Badge } from '../../ui/badge'
import { cx } from '../../ui/cx'
import { Difficulty } from '../../ui/difficulty'
import { stretchedLinkClass } from '../../ui/link-class'
import { StatusIcon } from '../../ui/status-icon'

interface TaskRowProps {
  groupId: number
  task: TaskSummary
  status: TaskStatus | undefined
  links: RowLinks
  /** Passed down, because updating a thousand rows at once on a language change takes a second. */
  language: string
  Visibility?: VisibilityPart | undefined
}

/** Slot for the visibility switch of another feature. */
export type VisibilityPart = ComponentType<{ groupId: number; task: TaskSummary }>

/** Memoized: a category may have a thousand rows. */
export const TaskRow = memo(({ groupId, task, status, links, language, Visibility }: TaskRowProps) => {
  const t = i18next.getFixedT(language, 'task')
  const state = getTaskState(task, status)
  const difficulty = difficultyLabel(task.difficulty)
  const solved = status?.flags_solved ?? 0
  const isPartly = solved > 0 && solved < task.flags_total
  return (
    <li
      className={cx(
        'relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 px-4 py-3 transition-colors duration-fast hover:bg-canvas md:items-center',
        Visibility
          ? 'md:grid-cols-[8.5rem_minmax(0,1fr)_auto_auto]'
          : 'md:grid-cols-[8.5rem_minmax(0,1fr)_auto]',
      )}
    >
      <span className="flex pt-0.5 md:pt-0">
        <StatusIcon status={state} label={taskStateLabel(state)} className="md:hidden" />
        <StatusIcon status={state} label={taskStateLabel(state)} isLabelVisible className="max-md:hidden" />
      </span>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <a {...links.getProps(task.id)} className={`${stretchedLinkClass} min-w-0 font-medium`}>
          <bdi>{task.title}</bdi>
        </a>
        {task.important && <Badge tone="warning">{t('required')}</Badge>}
        {(task.status === 'hidden' || !task.visible) && (
          <Badge icon={<EyeOff aria-hidden />}>{t('hidden')}</Badge>
        )}
        <LabDot state={status?.lab_status ?? 'off'} />
        {task.status === 'disabled' && task.disabled_reason && (
          <p className="w-full text-sm text-muted">
            <bdi>{task.disabled_reason}</bdi>
          </p>
        )}
      </div>
      <div className="col-start-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted md:col-start-3 md:justify-end">
        {isPartly && (
          <span className="tabular-nums">{t('flags.partly', { solved, count: task.flags_total })}</span>
        )}
        {difficulty && <Difficulty {...difficulty} className="md:w-[6.5rem]" />}
        <span className="tabular-nums md:min-w-[6rem] md:text-right">
          {i18next.t('count.points', { ns: 'common', lng: language, count: task.points })}
        </span>
      </div>
      {Visibility && <Visibility groupId={groupId} task={task} />}
    </li>
  )
})

/** Never color alone. */
const LabDot = ({ state }: { state: string }) => {
  const label = labStateLabel(state)
  if (!label) return null
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-success-text">
      <span aria-hidden className="size-2 rounded-full bg-success" />
      {label}
    </span>
  )
}
