import i18next from 'i18next'
import { Bookmark, type LucideIcon, Star, Users } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { isShown } from '../../api/is-shown'
import type { Category, TaskStatus, TaskSummary } from '../../api/responses'
import { difficultyLabel, labStateLabel, taskStateLabel } from '../../i18n/task-labels'
import { formatNumber } from '../../lib/format'
import { useGradualCount, useGradualValue } from '../../lib/hooks'
import { type RowLinks, useRowKeys, useRowLinks } from '../../lib/row-links'
import { Badge } from '../../ui/badge'
import { Card, stretchedLinkClass } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { Difficulty } from '../../ui/difficulty'
import { Meter } from '../../ui/meter'
import { SectionTitle } from '../../ui/page-title'
import { StatusIcon } from '../../ui/status-icon'
import type { FoundTasks } from './filter-tasks'
import { LazyCategoryActions, LazyVisibilitySwitch } from './lazy-group-admin'
import { getPoints, getTaskState, type StatusMap } from './model'

interface TaskListProps {
  groupId: number
  categories: FoundTasks['categories']
  /** Not filtered. */
  allCategories: readonly Category[]
  statuses: StatusMap
  /** Ids of tasks marked for later. */
  later: ReadonlySet<number>
  /** Ids of tasks that were added since the last visit. */
  added: ReadonlySet<number>
  /** Changing it restarts incremental rendering. */
  filters: unknown
  canChangeVisibility: boolean
  /** Without solves of one's own. */
  isTeaching: boolean
  /** Cards by category, as on the board of a CTF. */
  isBoard: boolean
}

/** Above this, rows and whole categories use `content-visibility`. */
const LONG_LIST_FROM = 150

/** `--row-size` is the usual height of a row in a long list. */
const getRowsSize = (rows: number): string => `calc(${rows} * var(--row-size, 3.5rem))`

export const TaskList = (props: TaskListProps) => {
  const { groupId, categories, allCategories, statuses, later, added, filters, isBoard } = props
  const { canChangeVisibility, isTeaching } = props
  const { t, i18n } = useTranslation('task')
  useRowKeys()
  const total = categories.reduce((sum, { tasks }) => sum + tasks.length, 0)
  const isLong = total > LONG_LIST_FROM
  const links = useRowLinks(taskId => ({ to: '/group/$groupId/task/$taskId', params: { groupId, taskId } }))
  const count = useGradualCount(total, filters)
  const shownLanguage = useGradualValue(i18n.language, total)
  let startIndex = 0
  const sections = categories.map(({ id, name, tasks }) => {
    const solved = tasks.filter(task => statuses.get(task.id)?.solved).length
    const shown = tasks.slice(0, Math.max(0, count - startIndex))
    const missing = tasks.length - shown.length
    const start = startIndex
    const category = allCategories.find(one => one.id === id)
    const all = category?.tasks.filter(task => isShown(task, canChangeVisibility)) ?? tasks
    startIndex += tasks.length
    const title = (
      <SectionTitle
        id={`category-${id}`}
        // Above the switches of the rows that scroll below it.
        className={cx(
          'sticky top-(--header-offset) z-2 bg-canvas py-2 max-md:static',
          !isBoard && 'border-b border-line px-4',
        )}
        actions={
          tasks.length < all.length ? (
            // Counts of what the filters found would look like those of the category.
            <span className="text-sm text-muted">
              {t('category.found', { found: tasks.length, total: all.length })}
            </span>
          ) : canChangeVisibility && category ? (
            <LazyCategoryActions groupId={groupId} category={category} />
          ) : (
            <Meter
              tone="success"
              value={solved}
              max={tasks.length}
              label={t('category.label')}
              valueText={`${t('category.progress', { solved, total: tasks.length })} · ${t(
                'category.points',
                {
                  points: formatNumber(
                    tasks.reduce((sum, task) => sum + getPoints(task, statuses.get(task.id)), 0),
                    i18n.language,
                  ),
                  count: tasks.reduce((sum, task) => sum + task.points, 0),
                },
              )}`}
              isCompact
            />
          )
        }
      >
        {category ? (
          <span className="flex items-center gap-3">
            <CategoryFlag name={name} />
            <bdi>{name}</bdi>
          </span>
        ) : (
          t('sort.title')
        )}
      </SectionTitle>
    )
    return (
      <section key={id} aria-labelledby={`category-${id}`} className="flex flex-col gap-3">
        {isBoard && title}
        {isBoard ? (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
            {shown.map((task, index) => (
              <TaskTile
                key={task.id}
                task={task}
                status={statuses.get(task.id)}
                isNew={added.has(task.id)}
                links={links}
                language={shownLanguage(start + index)}
              />
            ))}
          </ul>
        ) : (
          <Card
            padding="none"
            className={cx('overflow-clip', isLong && 'long-part')}
            style={{ containIntrinsicBlockSize: `auto ${getRowsSize(tasks.length + 1)}` }}
          >
            {title}
            <ul className={cx('divide-y divide-line', isLong && 'long-list')}>
              {shown.map((task, index) => (
                <TaskRow
                  key={task.id}
                  groupId={groupId}
                  task={task}
                  status={statuses.get(task.id)}
                  isLater={later.has(task.id)}
                  isNew={added.has(task.id)}
                  links={links}
                  language={shownLanguage(start + index)}
                  canChangeVisibility={canChangeVisibility}
                  isTeaching={isTeaching}
                />
              ))}
              {/* Reserves the height of rows not yet rendered, so that scroll restoration works. */}
              {missing > 0 && <li aria-hidden style={{ height: getRowsSize(missing) }} />}
            </ul>
          </Card>
        )}
      </section>
    )
  })
  return <div className={cx('grid grid-cols-[minmax(0,1fr)]', isBoard ? 'gap-6' : 'gap-4')}>{sections}</div>
}

interface TaskRowProps {
  groupId: number
  task: TaskSummary
  status: TaskStatus | undefined
  isLater: boolean
  /** Added since the last visit. */
  isNew: boolean
  links: RowLinks
  /** Passed down, because updating a thousand rows at once on a language change takes a second. */
  language: string
  canChangeVisibility: boolean
  /** Without solves of one's own. */
  isTeaching: boolean
}

/** Memoized: a category may have a thousand rows. */
const TaskRow = memo((props: TaskRowProps) => {
  const { groupId, task, status, isLater, isNew, links, language, canChangeVisibility, isTeaching } = props
  const t = i18next.getFixedT(language, 'task')
  const state = getTaskState(task, status)
  const difficulty = difficultyLabel(task.difficulty)
  const solved = status?.flags_solved ?? 0
  const { flags_total: total } = task
  const isPartly = total !== undefined && solved > 0 && solved < total
  return (
    <li
      className={cx(
        'row-link grid items-start gap-x-3 gap-y-1 px-4 py-3 transition-colors duration-fast hover:bg-canvas md:items-center',
        canChangeVisibility ? 'grid-cols-[auto_minmax(0,1fr)_auto]' : 'grid-cols-[auto_minmax(0,1fr)]',
      )}
    >
      {isTeaching && state === 'todo' ? (
        <span className="size-5" />
      ) : (
        <StatusIcon status={state} label={taskStateLabel(state)} className="pt-0.5 md:pt-0" />
      )}
      <div className="flex min-w-0 flex-col gap-x-3 gap-y-1 md:flex-row md:items-center">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0">
            <a
              {...links.getProps(task.id)}
              className={cx(
                stretchedLinkClass,
                state === 'solved' || !isShown(task, false) ? 'text-muted!' : 'font-medium',
              )}
            >
              <bdi>{task.title}</bdi>
            </a>
          </span>
          {task.important && state !== 'solved' && <Badge tone="warning">{t('required')}</Badge>}
          {isNew && state !== 'solved' && <Badge tone="accent">{t('new')}</Badge>}
          {isLater && <Mark icon={Bookmark} label={t('later')} className="text-accent-text" />}
          <LabDot state={status?.lab_status ?? 'off'} />
          {task.status === 'disabled' && task.disabled_reason && (
            <p className="w-full text-sm text-muted">
              <bdi>{task.disabled_reason}</bdi>
            </p>
          )}
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {isPartly && <span>{t('flags.partly', { solved, count: total })}</span>}
          {task.solved_by !== undefined && <SolverCount count={task.solved_by} language={language} />}
          {difficulty && <Difficulty {...difficulty} className="md:w-[6rem]" />}
          <span className="tabular-nums md:min-w-[6rem] md:text-right">
            {i18next.t('count.points', { ns: 'common', lng: language, count: task.points })}
          </span>
        </div>
      </div>
      {canChangeVisibility && <LazyVisibilitySwitch groupId={groupId} task={task} />}
    </li>
  )
})

/** A task of the board: points first, as its players know them. */
const TaskTile = memo(
  ({
    task,
    status,
    isNew,
    links,
    language,
  }: Pick<TaskRowProps, 'task' | 'status' | 'isNew' | 'links' | 'language'>) => {
    const t = i18next.getFixedT(language, 'task')
    const state = getTaskState(task, status)
    const difficulty = difficultyLabel(task.difficulty)
    return (
      <Card
        as="li"
        isInteractive
        className={cx('flex flex-col gap-2', state === 'solved' && 'bg-success-soft')}
      >
        <div className="flex items-center justify-between gap-2">
          <span className="font-display">
            {i18next.t('count.points', { ns: 'common', lng: language, count: task.points })}
          </span>
          <StatusIcon status={state} label={taskStateLabel(state)} />
        </div>
        <a
          {...links.getProps(task.id)}
          className={cx(stretchedLinkClass, 'text-sm font-medium wrap-anywhere hyphens-auto')}
        >
          <bdi>{task.title}</bdi>
        </a>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-xs text-muted">
          {difficulty && <Difficulty {...difficulty} />}
          {isNew && state !== 'solved' && <Badge tone="accent">{t('new')}</Badge>}
          {task.important && <Mark icon={Star} label={t('required')} className="text-warning-text" />}
        </div>
      </Card>
    )
  },
)

const Mark = (props: { icon: LucideIcon; label: string; className: string }) => (
  <span className={cx('inline-block align-[-0.125em]', props.className)}>
    <props.icon className="size-4 fill-current" />
    <span className="sr-only">{props.label}</span>
  </span>
)

/** Of people who have solved the task. */
const SolverCount = ({ count, language }: { count: number; language: string }) => {
  const t = i18next.getFixedT(language, 'task')
  const people = formatNumber(count, language)
  const label = count > 0 ? t('solvedBy', { count, people }) : t('solvedByNobody')
  return (
    <span title={label} className="inline-flex items-center gap-1 tabular-nums md:min-w-[3.5rem]">
      <Users className="size-4 shrink-0" />
      <span aria-hidden>{people}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Never color alone. */
const LabDot = ({ state }: { state: string }) => {
  const label = labStateLabel(state)
  if (!label) return null
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-success-text">
      <span aria-hidden className="size-2 rounded-full bg-success" />
      <span>{label}</span>
    </span>
  )
}
