import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { difficultyLabel, taskStateLabel } from '../../i18n/task-labels'
import { formatNumber } from '../../lib/format'
import { filled } from '../../lib/search-params'
import { useSearchKey } from '../../lib/shortcuts'
import { useOptimisticValue } from '../../lib/use-optimistic-value'
import { useUrlText } from '../../lib/use-url-text'
import type { Category } from '../../queries/responses'
import { Button } from '../../ui/button'
import { FilterBar, FilterChip } from '../../ui/filter-bar'
import { SearchInput } from '../../ui/search-input'
import { Select } from '../../ui/select'
import type { FoundTasks } from './filter-tasks'
import { difficultyFilters, stateFilters, type TaskFilters } from './group-view-search'

interface TaskFilterBarProps {
  categories: readonly Category[]
  found: FoundTasks
  filters: TaskFilters
  onFilters: (filters: TaskFilters) => void
  onReset: () => void
  /** Remounts the search field on reset. */
  resetCount: number
  ref: Ref<HTMLElement>
}

type Change = { [Key in keyof TaskFilters]?: TaskFilters[Key] | undefined }

/** Filter chips; each shows the number of matching tasks. */
export const TaskFilterBar = ({
  categories,
  found,
  filters: savedFilters,
  onFilters,
  onReset,
  resetCount,
  ref,
}: TaskFilterBarProps) => {
  const { t, i18n } = useTranslation('task')
  const [filters, setFilters] = useOptimisticValue(savedFilters, onFilters)
  const change = (part: Change) => setFilters(filled({ ...filters, ...part }))
  // Only shown if the group has disabled tasks.
  const shownStates = stateFilters.filter(
    status => status !== 'locked' || found.counts.status.locked > 0 || filters.status === 'locked',
  )
  const isFiltered = Object.keys(filters).length > 0
  return (
    <FilterBar ref={ref} label={t('filters.label')}>
      <div className="flex w-full flex-wrap gap-2">
        <TaskSearch key={resetCount} filters={filters} change={change} />
        <CategorySelect categories={categories} found={found} filters={filters} change={change} />
      </div>
      <FilterChip
        isSelected={filters.required ?? false}
        count={found.counts.required}
        onToggle={() => change({ required: filters.required ? undefined : true })}
      >
        {t('required')}
      </FilterChip>
      {shownStates.map(status => (
        <FilterChip
          key={status}
          isSelected={filters.status === status}
          count={found.counts.status[status]}
          onToggle={() => change({ status: filters.status === status ? undefined : status })}
        >
          {taskStateLabel(status)}
        </FilterChip>
      ))}
      {difficultyFilters.map(difficulty => (
        <FilterChip
          key={difficulty}
          isSelected={filters.difficulty === difficulty}
          count={found.counts.difficulty[difficulty]}
          onToggle={() => change({ difficulty: filters.difficulty === difficulty ? undefined : difficulty })}
        >
          {difficultyLabel(difficulty)?.label}
        </FilterChip>
      ))}
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
      className="w-full sm:w-[16rem]"
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
      className="w-full sm:w-[14rem]"
    />
  )
}
