import { Clock, Sheet } from 'lucide-react'
import { Fragment, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../api/responses'
import { formatNumber } from '../../lib/format'
import { useAnnounceChange } from '../../lib/hooks'
import { safeFileName } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { FilterBar, FilterChip } from '../../ui/filter-bar'
import { Select } from '../../ui/select'
import { type GroupViewSearch, type PeopleFilter, peopleFilters } from '../groups/public'
import { SaveButton } from '../shell/public'
import { countPeople, type RegisterPerson } from './register-model'
import type { SolveCategory } from './solves'
import { DEFAULT_STALLED_DAYS, stalledDays } from './stalled-days'
import { UrlSearch } from './url-search'

/** With `undefined` for a filter that is removed. */
type NextSearch = { [Key in keyof GroupViewSearch]?: GroupViewSearch[Key] | undefined }

interface RegisterFiltersProps {
  group: Group
  search: GroupViewSearch
  onSearch: (search: NextSearch) => void
  people: readonly RegisterPerson[]
  /** Filtered and sorted: what the file holds. */
  shown: readonly RegisterPerson[]
  categories: readonly SolveCategory[]
  unsolvedCount: number
  /** People whose solves are known. */
  known: number
  isReading: boolean
  ref: Ref<HTMLElement>
}

export const RegisterFilters = (props: RegisterFiltersProps) => {
  const { search, onSearch, people, shown, known, ref } = props
  const { t, i18n } = useTranslation(['register', 'task'])
  const number = (value: number) => formatNumber(value, i18n.language)
  // On phones, where the filters would fill the first screen.
  const [isOpen, setOpen] = useState(search.people !== undefined || search.columns !== undefined)
  const change = (part: NextSearch) => onSearch({ ...search, ...part })
  const days = search.days ?? DEFAULT_STALLED_DAYS
  const isOffered = (filter: PeopleFilter) => filter !== 'required' || known > 0 || search.people === filter
  useAnnounceChange(
    JSON.stringify([search.people, search.person, search.days]),
    t('found', { count: shown.length, people: number(shown.length) }),
    500,
  )
  const daysSelect = (
    <Select
      aria-label={t('days.label')}
      value={String(days)}
      onChange={event => {
        const chosen = Number(event.currentTarget.value)
        change({ days: chosen === DEFAULT_STALLED_DAYS ? undefined : chosen })
      }}
      options={[...new Set([...stalledDays, days])]
        .sort((a, b) => a - b)
        .map(count => ({ value: String(count), label: t('days.option', { count }) }))}
      className="w-[9rem]"
    />
  )
  return (
    <FilterBar ref={ref} label={t('filters.label')}>
      <UrlSearch
        label={t('filters.search')}
        clearLabel={t('filters.clearSearch')}
        value={search.person ?? ''}
        onChange={person => change({ person: person || undefined })}
        className="min-w-0 flex-1 sm:w-[14rem] sm:flex-none"
      />
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="sm:hidden">
        {t('filters.show', { ns: 'task' })}
      </Button>
      <div className={cx('contents', !isOpen && 'max-sm:hidden')}>
        {peopleFilters.filter(isOffered).map(filter => (
          <Fragment key={filter}>
            <FilterChip
              isSelected={search.people === filter}
              count={countPeople(people, filter)}
              onToggle={() => change({ people: search.people === filter ? undefined : filter })}
            >
              {filter === 'stalled' && <Clock className="size-4" />}
              <span>{t(`filter.${filter}`)}</span>
            </FilterChip>
            {filter === 'stalled' && daysSelect}
          </Fragment>
        ))}
        {known > 0 && <ColumnSelect {...props} onChange={columns => change({ columns })} />}
      </div>
      <div className="max-sm:w-full">
        <SaveRegister {...props} />
      </div>
    </FilterBar>
  )
}

type ColumnSelectProps = Pick<RegisterFiltersProps, 'group' | 'search' | 'unsolvedCount'> & {
  onChange: (columns: string | undefined) => void
}

const ColumnSelect = ({ group, search, unsolvedCount, onChange }: ColumnSelectProps) => {
  const { t } = useTranslation('register')
  const tasks = group.categories.flatMap(category => category.tasks)
  const required = tasks.filter(({ important }) => important).length
  const option = (value: string, name: string, count: number) => ({
    value,
    label: [name, `(${count})`].join(' '),
  })
  const options = [
    option('', t('columns.all'), tasks.length),
    option('required', t('columns.required'), required),
    option('unsolved', t('columns.unsolved'), unsolvedCount),
    ...group.categories.map(({ id, name, tasks }) => option(String(id), name, tasks.length)),
  ]
  const value = options.find(one => one.value === search.columns)?.value ?? ''
  return (
    <Select
      aria-label={t('columns.label')}
      value={value}
      onChange={event => onChange(event.currentTarget.value || undefined)}
      options={options}
      className="w-full sm:w-[13rem]"
    />
  )
}

const SaveRegister = ({ group, people, shown, categories, isReading }: RegisterFiltersProps) => {
  const { t, i18n } = useTranslation('register')
  const count = (tasks: readonly SolveCategory[]) => tasks.reduce((sum, one) => sum + one.tasks.length, 0)
  const taskCount = count(categories)
  // What the filters leave out is not in the file either.
  const isPart = shown.length < people.length || (taskCount > 0 && taskCount < count(group.categories))
  const number = (value: number) => formatNumber(value, i18n.language)
  const personCount = t('csv.people', { count: shown.length, people: number(shown.length) })
  const tasks = taskCount > 0 ? t('csv.tasks', { tasks: number(taskCount) }) : ''
  const create = async () => {
    const { createRegisterCsv } = await import('./register-csv')
    const csv = createRegisterCsv({
      people: shown,
      tasks: categories.flatMap(({ tasks }) => tasks),
      required: group.categories.flatMap(({ tasks }) => tasks).filter(({ important }) => important),
      headings: [
        t('column.surname'),
        t('column.firstName'),
        t('column.username'),
        t('column.points'),
        t('column.solved'),
        t('column.required'),
        t('column.last'),
      ],
      unknownText: t('csv.unknown'),
      solvedText: t('csv.solved'),
      language: i18n.language,
    })
    return new Blob([csv])
  }
  return (
    <SaveButton
      icon={<Sheet />}
      label={isPart ? `${personCount}${tasks}` : t('csv.save')}
      savedText={t('csv.saved')}
      failedText={t('csv.failed')}
      disabledReason={isReading ? t('csv.wait') : ''}
      create={create}
      name={safeFileName(`${t('title')} ${group.name}`, '.csv', 'register.csv')}
    />
  )
}
