import { Link } from '@tanstack/react-router'
import { ListChecks, ListX } from 'lucide-react'
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filled } from '../../lib/search-params'
import { useAnnounceChange } from '../../lib/use-announce-change'
import type { Group } from '../../queries/answers'
import { areTasksClosed } from '../../queries/exam-view'
import type { StatusMap } from '../../queries/task-progress'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { EmptyState } from '../../ui/empty-state'
import { Tabs } from '../../ui/tabs'
import { findTasks } from './filter-tasks'
import { filtersOf, type GroupTab, type GroupViewSearch, type TaskFilters } from './group-view-search'
import { TaskFilterBar } from './task-filter-bar'
import { TaskList } from './task-list'
import type { VisibilityPart } from './task-row'

interface GroupViewProps {
  group: Group
  statuses: StatusMap
  search: GroupViewSearch
  onSearch: (search: GroupViewSearch) => void
  /** The switch on each task, for the administrators of the group. */
  Visibility: VisibilityPart
  /** What stands in the exam's tab, where the group is one. */
  exam: ReactNode
  /** What stands in the LMS's tab, for the administrators of the group. */
  lms: ReactNode
}

/** The tasks of a group; beside them, in tabs, the exam and the exchange with the LMS where the group has them. */
export const GroupView = ({ group, statuses, search, onSearch, Visibility, exam, lms }: GroupViewProps) => {
  const { t } = useTranslation('groups')
  // One object as long as the address stays: what is found is worked out anew only when it changes.
  const filters = useMemo(() => filtersOf(search), [search])
  const { tab } = search
  const first = useFirstTab(group)
  const tasks = (
    <GroupTasks
      group={group}
      statuses={statuses}
      filters={filters}
      onFilters={next => onSearch(filled({ ...next, tab }))}
      Visibility={group.is_admin ? Visibility : undefined}
    />
  )
  const extra = [
    ...(group.is_exam ? [{ value: 'exam' as const, label: t('tab.exam'), panel: exam }] : []),
    ...(group.is_admin ? [{ value: 'lms' as const, label: t('tab.lms'), panel: lms }] : []),
  ]
  const items = [{ value: 'tasks' as const, label: t('tab.tasks'), panel: tasks }, ...extra]
  const chosen = items.find(({ value }) => value === tab)?.value ?? first
  const box = useFocusKept(chosen)
  if (extra.length === 0) return tasks
  return (
    <div ref={box} className="min-w-0">
      <Tabs<GroupTab>
        label={t('tab.label')}
        value={chosen}
        onChange={value => onSearch(filled({ ...filters, tab: value === first ? undefined : value }))}
        items={items}
      />
    </div>
  )
}

/** While the tasks of an exam are closed, its own tab says more. */
const firstTab = (group: Group): GroupTab => (areTasksClosed(group) ? 'exam' : 'tasks')

/** As it was when the page was opened: a start or an end of the exam takes nobody away from what they read. */
const useFirstTab = (group: Group): GroupTab => {
  const [kept, setKept] = useState({ id: group.id, tab: firstTab(group) })
  if (kept.id === group.id) return kept.tab
  const tab = firstTab(group)
  setKept({ id: group.id, tab })
  return tab
}

/** A link inside of a tab that leads to another one goes with it: the focus goes to the tab that came. */
const useFocusKept = (chosen: GroupTab) => {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(chosen)
  useEffect(() => {
    if (shown.current === chosen) return
    shown.current = chosen
    const tab = box.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    const focused = document.activeElement
    // The panel that goes may still stand.
    const left = focused?.closest('[role="tabpanel"]')
    if (focused === document.body || (left && left.getAttribute('aria-labelledby') !== tab?.id))
      tab?.focus({ preventScroll: true })
  }, [chosen])
  return box
}

const ClosedExam = ({ groupId }: { groupId: number }) => {
  const { t } = useTranslation('task')
  return (
    <EmptyState
      icon={<ListChecks aria-hidden />}
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

interface GroupTasksProps
  extends Omit<GroupViewProps, 'search' | 'onSearch' | 'Visibility' | 'exam' | 'lms'> {
  Visibility: VisibilityPart | undefined
  filters: TaskFilters
  onFilters: (filters: TaskFilters) => void
}

/** Drawn anew when other tasks are found, not with each change of the address. */
const Tasks = memo(TaskList)

/** Chips pressed one after the other are one change of filters, in milliseconds. */
const announcePause = 500

const GroupTasks = ({ group, statuses, filters, onFilters, Visibility }: GroupTasksProps) => {
  const { t } = useTranslation('task')
  const { categories, is_admin: isAdmin } = group
  const bar = useRef<HTMLElement>(null)
  const [resets, setResets] = useState(0)
  const reset = () => {
    onFilters({})
    // What was typed and has not reached the address yet goes too.
    setResets(count => count + 1)
    bar.current?.focus()
  }
  // What was pressed shows first, what it finds after that.
  const sought = useDeferredValue(filters)
  const found = useMemo(
    () => findTasks({ categories, statuses, isAdmin }, sought),
    [categories, statuses, isAdmin, sought],
  )
  useAnnounceChange(
    JSON.stringify(filters),
    t('filters.announce', { count: found.found }),
    sought === filters ? announcePause : null,
  )
  if (found.total === 0 && firstTab(group) === 'exam') return <ClosedExam groupId={group.id} />
  if (found.total === 0) {
    return (
      <EmptyState icon={<ListChecks aria-hidden />} title={t('empty.none')} headingLevel={2}>
        {t('empty.noneText')}
      </EmptyState>
    )
  }
  return (
    <>
      <TaskFilterBar
        ref={bar}
        categories={categories}
        found={found}
        filters={filters}
        onFilters={onFilters}
        onReset={reset}
        resets={resets}
      />
      {found.found === 0 ? (
        <EmptyState
          icon={<ListX aria-hidden />}
          title={t('empty.filtered')}
          action={<Button onClick={reset}>{t('filters.reset')}</Button>}
        />
      ) : (
        <Tasks
          groupId={group.id}
          categories={found.categories}
          statuses={statuses}
          sought={sought}
          Visibility={Visibility}
        />
      )}
    </>
  )
}
