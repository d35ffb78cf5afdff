import { Link } from '@tanstack/react-router'
import { Bookmark, EyeOff, LayoutGrid, List, ListChecks, ListX, Star } from 'lucide-react'
import { memo, type ReactNode, type Ref, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category, Group } from '../../api/responses'
import { difficultyLabel, taskStateLabel } from '../../i18n/task-labels'
import { formatNumber } from '../../lib/format'
import { useAnnounceChange, useOptimisticValue, useUrlText } from '../../lib/hooks'
import { filled } from '../../lib/search-params'
import { useSearchKey } from '../../lib/shortcuts'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/empty-state'
import { FilterBar, FilterChip } from '../../ui/filter-bar'
import { IconButton } from '../../ui/icon-button'
import { SearchInput } from '../../ui/search-input'
import { Select } from '../../ui/select'
import { Tabs } from '../../ui/tabs'
import { areTasksClosed } from '../exam/public'
import { type FoundTasks, findTasks } from './filter-tasks'
import { LazyCategoryChangeNote } from './lazy-parts'
import type { StatusMap } from './model'
import {
  difficultyFilters,
  type GroupTab,
  type GroupViewSearch,
  getFilters,
  stateFilters,
  type TaskFilters,
  type TaskSort,
  taskSorts,
} from './search'
import { TaskList } from './task-list'
import { useLaterIds } from './task-marks'

interface GroupViewProps {
  group: Group
  statuses: StatusMap
  search: GroupViewSearch
  onSearch: (search: GroupViewSearch) => void
  exam: ReactNode
  lms: ReactNode
}

/** Tasks of a group, with tabs for the exam and the LMS if the group has them. */
export const GroupView = ({ group, statuses, search, onSearch, exam, lms }: GroupViewProps) => {
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
      onFilters={next => onSearch(filled({ ...next, tab }))}
    />
  )
  const extra = [
    ...(group.is_exam ? [{ value: 'exam' as const, label: t('tab.exam'), panel: exam }] : []),
    ...(group.is_admin ? [{ value: 'lms' as const, label: t('tab.lms'), panel: lms }] : []),
  ]
  const items = [{ value: 'tasks' as const, label: t('tab.tasks'), panel: tasks }, ...extra]
  const chosen = items.find(({ value }) => value === tab)?.value ?? defaultTab
  const containerRef = useFocusActiveTab(chosen)
  if (extra.length === 0) return tasks
  return (
    <div ref={containerRef} className="min-w-0">
      <Tabs<GroupTab>
        label={t('tab.label')}
        value={chosen}
        onChange={value => onSearch(filled({ ...filters, tab: value === defaultTab ? undefined : value }))}
        items={items}
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
  const shown = useRef(chosen)
  useEffect(() => {
    if (shown.current === chosen) return
    shown.current = chosen
    const tab = containerRef.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    const focused = document.activeElement
    // The old panel may still be mounted.
    const left = focused?.closest('[role="tabpanel"]')
    if (focused === document.body || (left && left.getAttribute('aria-labelledby') !== tab?.id))
      tab?.focus({ preventScroll: true })
  }, [chosen])
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

interface GroupTasksProps extends Omit<GroupViewProps, 'search' | 'onSearch' | 'exam' | 'lms'> {
  filters: TaskFilters
  onFilters: (filters: TaskFilters) => void
}

const Tasks = memo(TaskList)

/** Debounces announcements of several chip presses. */
const ANNOUNCE_DELAY_MS = 500

const GroupTasks = ({ group, statuses, filters, onFilters }: GroupTasksProps) => {
  const { t } = useTranslation('task')
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
  const found = useMemo(
    () => findTasks({ categories, statuses, isAdmin, later }, appliedFilters),
    [categories, statuses, isAdmin, later, appliedFilters],
  )
  useAnnounceChange(
    JSON.stringify(filters),
    t('filters.announce', { count: found.found }),
    appliedFilters === filters ? ANNOUNCE_DELAY_MS : null,
  )
  if (found.total === 0 && getDefaultTab(group) === 'exam') return <ClosedExam groupId={group.id} />
  if (found.total === 0) {
    return (
      <EmptyState icon={<ListChecks />} title={t('empty.none')} headingLevel={2}>
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
        resetCount={resets}
        canSeeHidden={isAdmin}
      />
      {found.found === 0 ? (
        <EmptyState
          icon={<ListX />}
          title={t('empty.filtered')}
          action={<Button onClick={reset}>{t('filters.reset')}</Button>}
        />
      ) : (
        <Tasks
          groupId={group.id}
          categories={found.categories}
          allCategories={categories}
          statuses={statuses}
          later={later}
          filters={appliedFilters}
          canChangeVisibility={isAdmin}
          isBoard={appliedFilters.view === 'board'}
        />
      )}
      {isAdmin && <LazyCategoryChangeNote groupId={group.id} />}
    </>
  )
}

interface TaskFilterBarProps {
  categories: readonly Category[]
  found: FoundTasks
  filters: TaskFilters
  onFilters: (filters: TaskFilters) => void
  onReset: () => void
  /** Remounts the search field on reset. */
  resetCount: number
  /** Students can't do anything with disabled tasks. */
  canSeeHidden: boolean
  ref: Ref<HTMLElement>
}

type Change = { [Key in keyof TaskFilters]?: TaskFilters[Key] | undefined }

/** Filter chips; each shows the number of matching tasks. */
const TaskFilterBar = ({
  categories,
  found,
  filters: savedFilters,
  onFilters,
  onReset,
  resetCount,
  canSeeHidden,
  ref,
}: TaskFilterBarProps) => {
  const { t, i18n } = useTranslation('task')
  const [filters, setFilters] = useOptimisticValue(savedFilters, onFilters)
  const change = (part: Change) => setFilters(filled({ ...filters, ...part }))
  // A filter that the group has no tasks for is not offered.
  const isOffered = (value: string) =>
    (found.present.has(value) && (value !== 'locked' || canSeeHidden)) ||
    filters.status === value ||
    filters.difficulty === value
  const { view, sort: _, ...narrowing } = filters
  const isFiltered = Object.keys(narrowing).length > 0
  // On phones, where the filters would fill the first screen.
  const [isOpen, setOpen] = useState(isFiltered)
  return (
    <FilterBar ref={ref} label={t('filters.label')}>
      <TaskSearch key={resetCount} filters={filters} change={change} />
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="sm:hidden">
        {t('filters.show')}
      </Button>
      <div className={cx('contents', !isOpen && 'max-sm:hidden')}>
        <CategorySelect categories={categories} found={found} filters={filters} change={change} />
        <SortSelect filters={filters} change={change} />
        {(found.present.has('required') || filters.required) && (
          <FilterChip
            isSelected={filters.required ?? false}
            count={found.counts.required}
            onToggle={() => change({ required: filters.required ? undefined : true })}
          >
            <Star className="size-4 fill-current text-warning-text" />
            {t('required')}
          </FilterChip>
        )}
        {((canSeeHidden && found.present.has('hidden')) || filters.hidden) && (
          <FilterChip
            isSelected={filters.hidden ?? false}
            count={found.counts.hidden}
            onToggle={() => change({ hidden: filters.hidden ? undefined : true })}
          >
            <EyeOff className="size-4" />
            {t('hidden')}
          </FilterChip>
        )}
        {(found.present.has('later') || filters.later) && (
          <FilterChip
            isSelected={filters.later ?? false}
            count={found.counts.later}
            onToggle={() => change({ later: filters.later ? undefined : true })}
          >
            <Bookmark className="size-4" />
            {t('later')}
          </FilterChip>
        )}
        {stateFilters.filter(isOffered).map(status => (
          <FilterChip
            key={status}
            isSelected={filters.status === status}
            count={found.counts.status[status]}
            onToggle={() => change({ status: filters.status === status ? undefined : status })}
          >
            {taskStateLabel(status)}
          </FilterChip>
        ))}
        {difficultyFilters.filter(isOffered).map(difficulty => (
          <FilterChip
            key={difficulty}
            isSelected={filters.difficulty === difficulty}
            count={found.counts.difficulty[difficulty]}
            onToggle={() =>
              change({ difficulty: filters.difficulty === difficulty ? undefined : difficulty })
            }
          >
            {difficultyLabel(difficulty)?.label}
          </FilterChip>
        ))}
        <IconButton
          label={t(view ? 'filters.asRows' : 'filters.asBoard')}
          icon={view ? <List className="size-5" /> : <LayoutGrid className="size-5" />}
          onClick={() => change({ view: view ? undefined : 'board' })}
        />
      </div>
      {isFiltered && (
        <span className="flex items-center gap-1 text-sm text-muted">
          <span className="tabular-nums">
            {t('filters.found', {
              found: formatNumber(found.found, i18n.language),
              total: formatNumber(found.total, i18n.language),
            })}
          </span>
          <Button size="sm" variant="quiet" onClick={onReset}>
            {t('filters.reset')}
          </Button>
        </span>
      )}
    </FilterBar>
  )
}

type PartProps = Pick<TaskFilterBarProps, 'filters'> & { change: (part: Change) => void }

const TaskSearch = ({ filters, change }: PartProps) => {
  const { t } = useTranslation('task')
  const [text, setText] = useUrlText(filters.q ?? '', q => change({ q: q || undefined }))
  return (
    <SearchInput
      ref={useSearchKey()}
      label={t('filters.search')}
      clearLabel={t('filters.clearSearch')}
      value={text}
      onChange={setText}
      maxLength={100}
      className="min-w-0 flex-1 sm:w-[11rem] sm:flex-none"
    />
  )
}

const CategorySelect = ({
  categories,
  found,
  filters,
  change,
}: PartProps & Pick<TaskFilterBarProps, 'categories' | 'found'>) => {
  const { t } = useTranslation('task')
  const { category, allCategories } = found.counts
  // `join` skips a missing category name.
  const option = (value: string, name: string, count: number) => ({
    value,
    label: [name, `(${count})`].join(' '),
  })
  const options = [
    option('', t('filters.allCategories'), allCategories),
    ...categories.map(({ id, name }) => option(String(id), name, category.get(id) ?? 0)),
  ]
  // The category of a saved or shared filter may no longer exist.
  const isMissing = filters.category !== undefined && !categories.some(({ id }) => id === filters.category)
  if (isMissing) options.push(option(String(filters.category), t('filters.goneCategory'), 0))
  return (
    <Select
      aria-label={t('filters.category')}
      value={filters.category ? String(filters.category) : ''}
      onChange={event => change({ category: Number(event.currentTarget.value) || undefined })}
      options={options}
      className="w-full sm:w-[13rem]"
    />
  )
}

const SortSelect = ({ filters, change }: PartProps) => {
  const { t } = useTranslation('task')
  return (
    <Select
      aria-label={t('sort.label')}
      value={filters.sort ?? ''}
      onChange={event => change({ sort: (event.currentTarget.value || undefined) as TaskSort | undefined })}
      options={[
        { value: '', label: t('sort.group') },
        ...taskSorts.map(sort => ({ value: sort, label: t(`sort.${sort}`) })),
      ]}
      className="w-full sm:w-[13rem]"
    />
  )
}
