import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isShown } from '../../api/is-shown'
import type { Category, Group, TaskSummary } from '../../api/responses'
import { taskStateLabel } from '../../i18n/task-labels'
import { formatMinutes, formatNumber, formatTime } from '../../lib/format'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { buttonClass } from '../../ui/button-class'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { Bar } from '../../ui/meter'
import { SectionTitle } from '../../ui/page-title'
import { StatusIcon } from '../../ui/status-icon'
import { getNextTask, getTaskState, getTasksInOrder, NextTaskLink, type StatusMap } from '../groups/public'
import { type LabEnd, useLabEnd } from '../lab/public'

interface ExamTasksProps {
  group: Group
  statuses: StatusMap
}

/** The primary action of a running exam: the next open task, else all tasks. */
export const NextTask = ({ group, statuses }: ExamTasksProps) => {
  const { t } = useTranslation('exam')
  const next = getNextTask(group, statuses)
  if (next) return <NextTaskLink groupId={group.id} task={next} size="lg" className="max-sm:grow" />
  return (
    <Link
      to="/group/$groupId"
      params={{ groupId: group.id }}
      search={{ tab: 'tasks' }}
      className={cx(buttonClass({ variant: 'primary', size: 'lg' }), 'max-sm:grow')}
    >
      {t('open.tasks')}
    </Link>
  )
}

/** More would push what follows far down. */
const MAX_ROWS = 12

/** The rows to show: all of a few, else the unsolved ones first. */
const getRows = (group: Group, statuses: StatusMap): ReadonlySet<number> => {
  const tasks = getTasksInOrder(group).filter(({ id }) => id > 0)
  const isOpen = ({ id }: TaskSummary) => !statuses.get(id)?.solved
  const ordered = tasks.length > MAX_ROWS ? tasks.toSorted((a, b) => +isOpen(b) - +isOpen(a)) : tasks
  return new Set(ordered.slice(0, MAX_ROWS).map(({ id }) => id))
}

/** The tasks of a running exam by category. Nothing where the server has sent none. */
export const ExamTasks = ({ group, statuses }: ExamTasksProps) => {
  const { t, i18n } = useTranslation('exam')
  const number = (value: number) => formatNumber(value, i18n.language)
  const tasks = getTasksInOrder(group)
  if (tasks.length === 0) return null
  const rows = getRows(group, statuses)
  const next = getNextTask(group, statuses)?.id
  const hasRequired = tasks.some(task => task.important)
  const solved = tasks.filter(({ id }) => statuses.get(id)?.solved).length
  return (
    <section aria-labelledby="exam-tasks" className="flex flex-col gap-3 p-4 sm:p-6">
      <div className="flex items-baseline gap-3">
        <SectionTitle level={3} id="exam-tasks">
          {t('tasks.title')}
        </SectionTitle>
        <span className="text-sm text-muted">
          {t('tasks.solved', { solved: number(solved), total: number(tasks.length) })}
        </span>
      </div>
      <div className="-mb-3 gap-8 md:columns-2">
        {group.categories.map(category => (
          <ExamCategory
            key={category.id}
            groupId={group.id}
            isAdmin={group.is_admin === true}
            category={category}
            statuses={statuses}
            rows={rows}
            next={next}
            hasRequired={hasRequired}
          />
        ))}
      </div>
      {tasks.length > rows.size && (
        <Link
          to="/group/$groupId"
          params={{ groupId: group.id }}
          search={{ tab: 'tasks' }}
          className="flex min-h-control items-center self-start text-sm"
        >
          {t('tasks.more', { total: number(tasks.length - rows.size) })}
        </Link>
      )}
    </section>
  )
}

interface ExamCategoryProps {
  groupId: number
  isAdmin: boolean
  category: Category
  statuses: StatusMap
  /** Ids of the tasks that are shown. */
  rows: ReadonlySet<number>
  next: number | undefined
  hasRequired: boolean
}

const ExamCategory = (props: ExamCategoryProps) => {
  const { groupId, isAdmin, category, statuses, rows, next, hasRequired } = props
  const { t, i18n } = useTranslation('exam')
  const number = (value: number) => formatNumber(value, i18n.language)
  const shown = category.tasks.filter(({ id }) => rows.has(id))
  if (shown.length === 0) return null
  // Hidden tasks are no part of the exam.
  const tasks = category.tasks.filter(task => isShown(task, isAdmin))
  const solved = tasks.filter(({ id }) => statuses.get(id)?.solved).length
  return (
    <div className="mb-3 break-inside-avoid">
      <p className="flex min-h-control items-center gap-2 border-b border-line text-sm font-semibold">
        <CategoryFlag name={category.name} />
        <bdi className="min-w-0 flex-1 wrap-anywhere">{category.name}</bdi>
        <span className="font-normal text-muted">
          {t('tasks.count', { solved: number(solved), total: number(tasks.length) })}
        </span>
      </p>
      <ul className="flex flex-col divide-y divide-line">
        {shown.map(task => {
          const state = getTaskState(task, statuses.get(task.id))
          return (
            <li
              key={task.id}
              className={cx(
                'flex min-h-control items-center gap-2 text-sm',
                task.id === next && '-mx-2 rounded-control bg-accent-soft px-2',
              )}
            >
              <StatusIcon status={state} label={taskStateLabel(state)} />
              <Link
                to="/group/$groupId/task/$taskId"
                params={{ groupId, taskId: task.id }}
                className={cx(
                  'min-w-0 flex-1 py-2 wrap-anywhere no-underline hover:underline',
                  state === 'solved' ? 'text-muted' : 'text-text',
                  task.id === next && 'font-medium',
                )}
              >
                <bdi>{task.title}</bdi>
              </Link>
              {hasRequired && !task.important && <Badge>{t('tasks.optional')}</Badge>}
              <span className="tabular-nums text-muted">{number(task.points)}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** What was solved, by category, once the exam is over. Nothing where the server has sent no tasks. */
export const ExamResult = ({ group, statuses }: ExamTasksProps) => {
  const { t, i18n } = useTranslation('exam')
  const number = (value: number) => formatNumber(value, i18n.language)
  if (getTasksInOrder(group).length === 0) return null
  return (
    <section aria-labelledby="exam-result" className="flex flex-col gap-2 p-4 sm:p-6">
      <SectionTitle
        level={3}
        id="exam-result"
        actions={
          <Link
            to="/group/$groupId"
            params={{ groupId: group.id }}
            search={{ tab: 'tasks' }}
            className="text-sm"
            data-no-print
          >
            {t('tasks.all')}
          </Link>
        }
      >
        {t('tasks.result')}
      </SectionTitle>
      <ul className="grid gap-x-8 md:grid-cols-2">
        {group.categories.map(({ id, name, tasks: all }) => {
          const tasks = all.filter(task => isShown(task, group.is_admin === true))
          if (tasks.length === 0) return null
          const solved = tasks.filter(task => statuses.get(task.id)?.solved).length
          return (
            <li key={id} className="flex min-h-control items-center gap-2 text-sm">
              <CategoryFlag name={name} />
              <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
              <span className="w-16 shrink-0">
                <Bar share={solved / tasks.length} className="h-1.5 fill-success" />
              </span>
              <span className="shrink-0 text-muted">
                {t('tasks.count', { solved: number(solved), total: number(tasks.length) })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** What to know while the exam runs: its clock has run out, or the lab stops before. */
export const ExamWarnings = ({ groupId, left, endsAt, now }: ExamWarningsProps) => {
  const { t } = useTranslation('exam')
  const lab = useLabEnd(groupId, now)
  return (
    <>
      {left === 0 && (
        <Banner tone="warning" role="status" title={t('cockpit.over')}>
          {t('cockpit.overText')}
        </Banner>
      )}
      {lab && endsAt !== null && lab.endsAt < endsAt && <LabWarning groupId={groupId} lab={lab} now={now} />}
    </>
  )
}

interface ExamWarningsProps {
  groupId: number
  /** Seconds. */
  left: number | null
  endsAt: number | null
  /** Server time in milliseconds, updated every minute. */
  now: number
}

const LabWarning = ({ groupId, lab, now }: { groupId: number; lab: LabEnd; now: number }) => {
  const { t, i18n } = useTranslation('exam')
  const left = Math.max(60, (lab.endsAt - now) / 1000)
  return (
    <Banner
      tone="warning"
      role="status"
      icon={<FlaskConical />}
      title={t('cockpit.lab')}
      action={
        <Link
          to="/group/$groupId/task/$taskId"
          params={{ groupId, taskId: lab.taskId }}
          hash="lab"
          className={buttonClass({ size: 'sm' })}
        >
          {t('cockpit.labGo')}
        </Link>
      }
    >
      {lab.title !== null && (
        <>
          <bdi>{lab.title}</bdi>
          <span>: </span>
        </>
      )}
      <span>
        {t('cockpit.labEnds', {
          time: formatTime(lab.endsAt, i18n.language),
          left: formatMinutes(left, i18n.language),
        })}
      </span>
    </Banner>
  )
}
