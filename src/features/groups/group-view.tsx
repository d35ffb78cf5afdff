import { Link } from '@tanstack/react-router'
import { ListChecks, ListX } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areTasksClosed } from '../../api/attempts'
import type { Group } from '../../api/responses'
import { useAnnounceChange, useOnChange } from '../../lib/hooks'
import { createScreenQuery } from '../../lib/screen-query'
import { filled } from '../../lib/search-params'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/empty-state'
import { Tabs } from '../../ui/tabs'
import { findTasks } from './filter-tasks'
import { AboutExam, hasExamHead } from './group-header'
import { LazyCategoryChangeNote } from './lazy-group-admin'
import type { StatusMap } from './model'
import { useNewTasks } from './new-tasks'
import { ProgressRail } from './progress-rail'
import { type GroupTab, type GroupViewSearch, getFilters, type TaskFilters } from './search'
import { TaskFilterBar } from './task-filter-bar'
import { TaskList } from './task-list'
import { useLaterIds } from './task-marks'

interface GroupViewProps {
  group: Group
  statuses: StatusMap
  search: GroupViewSearch
  onSearch: (search: GroupViewSearch) => void
  /** Above the tasks, beside them on wide screens. */
  announcements: ReactNode
  exam: ReactNode
  /** Beside the tasks, for administrators, as are the register and the LMS. */
  teaching: ReactNode
  register: ReactNode
  lms: ReactNode
}

/** Tasks of a group, with tabs for the exam and the LMS if the group has them. */
export const GroupView = (props: GroupViewProps) => {
  const { group, statuses, search, onSearch, announcements, exam, teaching, register, lms } = props
  const { t } = useTranslation('groups')
  // A stable object while the URL stays, so that filtering is memoized.
  const filters = useMemo(() => getFilters(search), [search])
  const { tab } = search
  const defaultTab = useDefaultTab(group)
  const tasks = (
    <GroupTasks
      group={group}
      statuses={statuses}
      filters={filters}
      announcements={announcements}
      teaching={teaching}
      onFilters={next => {
        const cleared = Object.fromEntries(Object.keys(filters).map(name => [name, undefined]))
        onSearch(filled({ ...search, ...cleared, ...next }))
      }}
    />
  )
  const extra = [
    // Offered where it may be an exam; the server decides.
    ...(group.is_exam !== false ? [{ value: 'exam' as const, label: t('tab.exam'), panel: exam }] : []),
    ...(group.is_admin
      ? [
          { value: 'register' as const, label: t('tab.register'), panel: register },
          { value: 'lms' as const, label: t('tab.lms'), panel: lms },
        ]
      : []),
  ]
  const items = [{ value: 'tasks' as const, label: t('tab.tasks'), panel: tasks }, ...extra]
  const chosen = items.find(({ value }) => value === tab)?.value ?? defaultTab
  const containerRef = useFocusActiveTab(chosen)
  if (extra.length === 0) return tasks
  return (
    <div ref={containerRef} className={cx('min-w-0', hasExamHead(group) && '-mt-3')}>
      <Tabs<GroupTab>
        label={t('tab.label')}
        value={chosen}
        onChange={value => onSearch(filled({ ...search, tab: value === defaultTab ? undefined : value }))}
        items={items}
        aside={hasExamHead(group) && <AboutExam group={group} />}
      />
    </div>
  )
}

/** While the exam's tasks are closed, the exam tab is more useful. */
const getDefaultTab = (group: Group): GroupTab => (areTasksClosed(group) ? 'exam' : 'tasks')

/** Fixed when the page opens: the start or end of an exam must not switch tabs. */
const useDefaultTab = (group: Group): GroupTab => {
  const [initial, setInitial] = useState({ id: group.id, tab: getDefaultTab(group) })
  if (initial.id === group.id) return initial.tab
  const tab = getDefaultTab(group)
  setInitial({ id: group.id, tab })
  return tab
}

/** When a link inside a panel switches tabs, focuses the new tab. */
const useFocusActiveTab = (chosen: GroupTab) => {
  const containerRef = useRef<HTMLDivElement>(null)
  useOnChange(chosen, () => {
    const tab = containerRef.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    const focused = document.activeElement
    // The old panel may still be mounted.
    const leftTab = focused?.closest('[role="tabpanel"]')?.getAttribute('aria-labelledby')
    if (focused === document.body || (leftTab && leftTab !== tab?.id)) tab?.focus({ preventScroll: true })
  })
  return containerRef
}

const ClosedExam = ({ groupId }: { groupId: number }) => {
  const { t } = useTranslation('task')
  return (
    <EmptyState
      icon={<ListChecks />}
      title={t('empty.exam')}
      headingLevel={2}
      action={
        <Link
          to="/group/$groupId"
          params={{ groupId }}
          search={{ tab: 'exam' }}
          replace
          resetScroll={false}
          className={buttonClass({ variant: 'primary' })}
        >
          {t('empty.toExam')}
        </Link>
      }
    />
  )
}

/** The statuses of tasks have their ids, which is enough for a link. */
const UnlistedTasks = ({ groupId, statuses }: { groupId: number; statuses: StatusMap }) => {
  const { t } = useTranslation('task')
  return (
    <EmptyState icon={<ListChecks />} title={t('empty.unlisted')} headingLevel={2}>
      <p>{t('empty.unlistedText')}</p>
      {statuses.size > 0 && (
        <ul aria-label={t('empty.unlistedTasks')} className="flex flex-wrap justify-center gap-3 pt-3">
          {[...statuses.keys()].map(taskId => (
            <li key={taskId}>
              <Link to="/group/$groupId/task/$taskId" params={{ groupId, taskId }}>
                {`#${taskId}`}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}

const NoTasks = ({ group, statuses }: Pick<GroupViewProps, 'group' | 'statuses'>) => {
  const { t } = useTranslation('task')
  if (getDefaultTab(group) === 'exam') return <ClosedExam groupId={group.id} />
  if (group.hasUnknownTasks) return <UnlistedTasks groupId={group.id} statuses={statuses} />
  return (
    <EmptyState icon={<ListChecks />} title={t('empty.none')} headingLevel={2}>
      {t('empty.noneText')}
    </EmptyState>
  )
}

interface GroupTasksProps extends Omit<GroupViewProps, 'search' | 'onSearch' | 'exam' | 'register' | 'lms'> {
  filters: TaskFilters
  onFilters: (filters: TaskFilters) => void
}

const Tasks = memo(TaskList)

const useIsWide = createScreenQuery('(min-width: 80rem)', true)

const railColumns =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_var(--width-rail)] xl:grid-rows-[auto_1fr]'

/** Debounces announcements of several chip presses. */
const ANNOUNCE_DELAY_MS = 500

const GroupTasks = (props: GroupTasksProps) => {
  const { group, statuses, filters, onFilters, announcements, teaching } = props
  const { t } = useTranslation(['task', 'common'])
  const { categories, is_admin: isAdmin } = group
  const bar = useRef<HTMLElement>(null)
  const [resets, setResets] = useState(0)
  const reset = () => {
    onFilters(filled({ view: filters.view, sort: filters.sort }))
    // Also clears text that is not in the URL yet.
    setResets(count => count + 1)
    bar.current?.focus()
  }
  // Deferred, so that a pressed chip responds at once.
  const appliedFilters = useDeferredValue(filters)
  const later = useLaterIds(group.id)
  const added = useNewTasks(group)
  // Below the tasks, or in a column of its own: they are painted before it without a layout shift.
  const hasRail = useDeferredValue(true, false)
  // The list is long: on narrow screens a teacher sees first who needs help.
  const isFolded = !useIsWide() && isAdmin
  // "Not solved" means nothing to someone who only teaches.
  const isTeaching = isAdmin && ![...statuses.values()].some(({ solved }) => solved)
  const found = useMemo(
    () => findTasks({ categories, statuses, isAdmin, later, added }, appliedFilters),
    [categories, statuses, isAdmin, later, added, appliedFilters],
  )
  useAnnounceChange(
    JSON.stringify(filters),
    t('filters.announce', { count: found.found }),
    appliedFilters === filters ? ANNOUNCE_DELAY_MS : null,
  )
  // What was looked for comes before it.
  const isFiltered = found.found < found.total
  const first = announcements && (
    <div key="announcements" className="min-w-0 xl:col-start-2">
      {announcements}
    </div>
  )
  if (found.total === 0)
    return (
      <>
        {announcements}
        <NoTasks group={group} statuses={statuses} />
      </>
    )
  return (
    <>
      <TaskFilterBar
        ref={bar}
        categories={categories}
        found={found}
        filters={filters}
        onFilters={onFilters}
        onReset={reset}
        resetCount={resets}
        canSeeHidden={isAdmin}
        isTeaching={isTeaching}
      />
      <div className={railColumns}>
        {!isFiltered && first}
        {isFolded && !isFiltered && (
          <details className="rounded-card border border-line bg-surface px-4 py-2">
            <summary className="text-sm font-medium">{t('teaching')}</summary>
            <div className="pt-2 pb-2">{hasRail && teaching}</div>
          </details>
        )}
        <div className="min-w-0 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          {found.found === 0 ? (
            <Card>
              <EmptyState
                icon={<ListX />}
                title={t('empty.filtered')}
                action={<Button onClick={reset}>{t('filters.reset')}</Button>}
              >
                {appliedFilters.q && <bdi>{t('searchedFor', { ns: 'common', q: appliedFilters.q })}</bdi>}
              </EmptyState>
            </Card>
          ) : (
            <Tasks
              groupId={group.id}
              categories={found.categories}
              allCategories={categories}
              statuses={statuses}
              later={later}
              added={added}
              filters={appliedFilters}
              canChangeVisibility={isAdmin}
              isTeaching={isTeaching}
              isBoard={appliedFilters.view === 'board'}
            />
          )}
        </div>
        {isFiltered && first}
        {/* Many categories are scrolled in their column. */}
        <div
          className={cx(
            'min-w-0 xl:sticky xl:top-(--header-offset) xl:col-start-2 xl:max-h-[calc(100dvh-var(--header-offset))] xl:overflow-y-auto',
            !announcements && 'xl:row-span-2',
          )}
        >
          {hasRail &&
            !isFolded &&
            (isAdmin ? (
              teaching
            ) : (
              <ProgressRail
                group={group}
                statuses={statuses}
                category={filters.category}
                onCategory={category => onFilters(filled({ ...filters, category }))}
              />
            ))}
        </div>
      </div>
      {isAdmin && <LazyCategoryChangeNote groupId={group.id} />}
    </>
  )
}
