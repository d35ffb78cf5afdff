import { LayoutGrid, List, X } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category } from '../../api/responses'
import { difficultyLabel, taskStateLabel } from '../../i18n/task-labels'
import { formatNumber } from '../../lib/format'
import { useOptimisticValue, useUrlText } from '../../lib/hooks'
import { filled } from '../../lib/search-params'
import { useSearchKey } from '../../lib/shortcuts'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { FilterBar, FilterChip } from '../../ui/filter-bar'
import { IconButton } from '../../ui/icon-button'
import { SearchInput } from '../../ui/search-input'
import { Select } from '../../ui/select'
import type { FoundTasks } from './filter-tasks'
import { difficultyFilters, stateFilters, type TaskFilters, type TaskSort, taskSorts } from './search'

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
  /** Without solves of one's own. */
  isTeaching: boolean
  ref: Ref<HTMLElement>
}

type Change = { [Key in keyof TaskFilters]?: TaskFilters[Key] | undefined }

const markFilters = ['new', 'required', 'unsolved', 'hidden', 'later'] as const

/** Selects and filter chips; each shows the number of matching tasks. */
export const TaskFilterBar = ({
  categories,
  found,
  filters: savedFilters,
  onFilters,
  onReset,
  resetCount,
  canSeeHidden,
  isTeaching,
  ref,
}: TaskFilterBarProps) => {
  const { t, i18n } = useTranslation('task')
  const [filters, setFilters] = useOptimisticValue(savedFilters, onFilters)
  const change = (part: Change) => setFilters(filled({ ...filters, ...part }))
  // A filter that the group has no tasks for is not offered.
  const isOffered = (value: string) =>
    found.present.has(value) && (canSeeHidden || (value !== 'locked' && value !== 'hidden'))
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
        <DifficultySelect found={found} filters={filters} change={change} />
        <SortSelect found={found} filters={filters} change={change} />
        <IconButton
          label={t(view ? 'filters.asRows' : 'filters.asBoard')}
          icon={view ? <List className="size-5" /> : <LayoutGrid className="size-5" />}
          onClick={() => change({ view: view ? undefined : 'board' })}
        />
        {markFilters
          .filter(mark => isOffered(mark) || filters[mark])
          .map(mark => (
            <FilterChip
              key={mark}
              isSelected={filters[mark] ?? false}
              count={found.counts[mark]}
              onToggle={() => change({ [mark]: filters[mark] ? undefined : true })}
            >
              {t(mark === 'required' ? 'filters.required' : mark)}
            </FilterChip>
          ))}
        {stateFilters
          .filter(
            status =>
              (isOffered(status) && (!isTeaching || status === 'locked')) || filters.status === status,
          )
          .map(status => (
            <FilterChip
              key={status}
              isSelected={filters.status === status}
              count={found.counts.status[status]}
              onToggle={() => change({ status: filters.status === status ? undefined : status })}
            >
              {taskStateLabel(status)}
            </FilterChip>
          ))}
      </div>
      {isFiltered && (
        <span className="flex items-center justify-between gap-2 max-sm:w-full">
          <span className="text-sm text-muted tabular-nums sm:sr-only">
            {t('filters.found', {
              found: formatNumber(found.found, i18n.language),
              total: formatNumber(found.total, i18n.language),
            })}
          </span>
          <Button
            size="sm"
            variant="quiet"
            icon={<X />}
            aria-label={t('filters.reset')}
            onClick={onReset}
            className="-mr-2"
          >
            {t('filters.clear')}
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

/** `join` skips a missing name. */
const getOption = (value: string, name: string, count: number) => ({
  value,
  label: [name, `(${count})`].join(' '),
})

const CategorySelect = ({
  categories,
  found,
  filters,
  change,
}: PartProps & Pick<TaskFilterBarProps, 'categories' | 'found'>) => {
  const { t } = useTranslation('task')
  const { category } = found.counts
  const options = [
    { value: '', label: t('filters.allCategories') },
    ...categories.map(({ id, name }) => getOption(String(id), name, category.get(id) ?? 0)),
  ]
  // The category of a saved or shared filter may no longer exist.
  const isMissing = filters.category !== undefined && !categories.some(({ id }) => id === filters.category)
  if (isMissing) options.push(getOption(String(filters.category), t('filters.goneCategory'), 0))
  return (
    <Select
      aria-label={t('filters.category')}
      value={filters.category ? String(filters.category) : ''}
      onChange={event => change({ category: Number(event.currentTarget.value) || undefined })}
      options={options}
      className="w-full sm:w-[11rem]"
    />
  )
}

const DifficultySelect = ({ found, filters, change }: PartProps & Pick<TaskFilterBarProps, 'found'>) => {
  const { t } = useTranslation('task')
  const offered = difficultyFilters.filter(
    difficulty => found.present.has(difficulty) || filters.difficulty === difficulty,
  )
  if (offered.length === 0) return null
  return (
    <Select
      aria-label={t('filters.difficulty')}
      value={filters.difficulty ?? ''}
      onChange={event =>
        change({ difficulty: difficultyFilters.find(value => value === event.currentTarget.value) })
      }
      options={[
        { value: '', label: t('filters.difficulty') },
        ...offered.map(difficulty =>
          getOption(
            difficulty,
            difficultyLabel(difficulty)?.label ?? '',
            found.counts.difficulty[difficulty],
          ),
        ),
      ]}
      className="w-full sm:w-[9rem]"
    />
  )
}

/** Offered where solvers are counted. */
const isByCount = (sort: TaskSort): boolean => sort === 'popular' || sort === 'rare'

const SortSelect = ({ found, filters, change }: PartProps & Pick<TaskFilterBarProps, 'found'>) => {
  const { t } = useTranslation('task')
  return (
    <Select
      aria-label={t('sort.label')}
      value={filters.sort ?? ''}
      onChange={event => change({ sort: (event.currentTarget.value || undefined) as TaskSort | undefined })}
      options={[
        { value: '', label: t('sort.group') },
        ...taskSorts
          .filter(sort => !isByCount(sort) || sort === filters.sort || found.present.has(sort))
          .map(sort => ({ value: sort, label: t(`sort.${sort}`) })),
      ]}
      className="w-full sm:w-[9.5rem]"
    />
  )
}
