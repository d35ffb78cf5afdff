import { UserSearch } from 'lucide-react'
import { useDeferredValue, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { getDisplayName } from '../../api/display-name'
import { isShown } from '../../api/is-shown'
import type { Group, LeaderboardRow, TaskSummary } from '../../api/responses'
import { formatNumber } from '../../lib/format'
import { useAnnounceChange } from '../../lib/hooks'
import { filled } from '../../lib/search-params'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { FilterBar } from '../../ui/filter-bar'
import { Select } from '../../ui/select'
import { getRank } from './model'
import { filterRows } from './rows'
import type { BoardSearch } from './search'
import { SolveCards, useIsNarrow } from './solve-cards'
import { type GridFact, SolveGrid } from './solve-grid'
import {
  areCounted,
  getRowSolves,
  getSolveCategories,
  getSolveOrder,
  getTaskStats,
  readColumns,
  type SolveCategory,
  type SolvePerson,
} from './solves'
import { UrlSearch } from './url-search'
import { OpensClosedProfiles } from './user-link'

export interface WhoSolvedProps {
  group: Group
  /** In the order of their ranks. */
  rows: readonly LeaderboardRow[]
  userId: number
  search: BoardSearch
  onSearch: (change: (search: BoardSearch) => BoardSearch) => void
}

/** The second view of a leaderboard: people and tasks, where the server sends who solved what. */
export const WhoSolved = ({ group, rows, userId, search, onSearch }: WhoSolvedProps) => {
  const { t, i18n } = useTranslation(['solves', 'leaderboard'])
  const bar = useRef<HTMLElement>(null)
  const q = useDeferredValue(search.q ?? '')
  const columns = readColumns(useDeferredValue(search.columns), group, ['required'])
  const people = useMemo<SolvePerson[]>(
    () => rows.map(row => ({ row, name: getDisplayName(row), solves: getRowSolves(row) })),
    [rows],
  )
  const shown = useMemo(() => {
    const found = new Set(filterRows(rows, q))
    return people.filter(({ row }) => found.has(row))
  }, [people, rows, q])
  const categories = useMemo(() => {
    const isChosen = (task: TaskSummary, category: { id: number }) =>
      !columns || (columns === 'required' ? task.important : String(category.id) === columns)
    // As students see them.
    return getSolveCategories(group, (task, category) => isShown(task, false) && isChosen(task, category))
  }, [group, columns])
  const stats = useMemo(() => getTaskStats(categories, people), [categories, people])
  const order = useMemo(() => getSolveOrder(people), [people])
  const setQuery = (text: string) => onSearch(before => filled({ ...before, q: text || undefined }))
  const reset = () => {
    setQuery('')
    bar.current?.focus()
  }
  useAnnounceChange(
    q,
    t('found', { ns: 'leaderboard', count: shown.length, people: formatNumber(shown.length, i18n.language) }),
  )
  const isPartly = people.some(({ solves }) => solves === null)
  if (categories.length === 0 && !columns) return <EmptyState title={t('matrix.noTasks')} headingLevel={2} />
  return (
    <OpensClosedProfiles value={group.is_admin}>
      <FilterBar ref={bar} label={t('matrix.filters')}>
        <UrlSearch
          label={t('matrix.search')}
          clearLabel={t('matrix.clearSearch')}
          value={search.q ?? ''}
          onChange={setQuery}
          className="w-full sm:w-[18rem]"
        />
        <ColumnSelect
          group={group}
          columns={search.columns}
          onChange={chosen => onSearch(before => filled({ ...before, columns: chosen }))}
        />
      </FilterBar>
      {shown.length === 0 ? (
        <EmptyState
          icon={<UserSearch />}
          title={t('matrix.none')}
          action={<Button onClick={reset}>{t('matrix.reset')}</Button>}
        />
      ) : (
        <Matrix
          group={group}
          people={shown}
          categories={categories}
          stats={stats}
          order={order}
          total={people.length}
          userId={userId}
          isPartly={isPartly}
        />
      )}
      {isPartly && <p className="text-sm text-muted">{t('matrix.partly')}</p>}
    </OpensClosedProfiles>
  )
}

interface MatrixProps {
  group: Group
  people: readonly SolvePerson[]
  categories: readonly SolveCategory[]
  stats: ReturnType<typeof getTaskStats>
  order: ReturnType<typeof getSolveOrder>
  total: number
  userId: number
  isPartly: boolean
}

/** A longer count is wider than its column. */
const MAX_COUNTED = 999

const Matrix = (props: MatrixProps) => {
  const { group, people, categories, stats, order, total, userId, isPartly } = props
  const { t, i18n } = useTranslation(['solves', 'leaderboard'])
  const number = (value: number) => formatNumber(value, i18n.language)
  const isNarrow = useIsNarrow()
  const facts = useMemo<GridFact<SolvePerson>[]>(
    () => [
      {
        key: 'rank',
        head: <span className="text-xs text-muted">{t('column.rank', { ns: 'leaderboard' })}</span>,
        render: ({ row }) => formatNumber(getRank(row) ?? Number.NaN, i18n.language),
      },
      {
        key: 'points',
        head: <span className="text-xs text-muted">{t('column.points', { ns: 'leaderboard' })}</span>,
        render: ({ row }) => <span className="font-medium">{formatNumber(row.points, i18n.language)}</span>,
      },
    ],
    [t, i18n.language],
  )
  if (isNarrow)
    return (
      <SolveCards
        label={t('matrix.caption')}
        categories={categories}
        people={people}
        ownId={userId}
        note={({ row }) => <Place rank={getRank(row)} />}
        // Of the others the counts say it.
        solved={({ row, solves }) =>
          !solves && <span>{`${t('column.solved', { ns: 'leaderboard' })} ${number(row.solved)}`}</span>
        }
      />
    )
  const isInPercent = (isPartly && !areCounted(categories)) || total > MAX_COUNTED
  return (
    <SolveGrid
      caption={t('matrix.caption')}
      groupId={group.id}
      categories={categories}
      people={people}
      stats={stats}
      order={order}
      total={total}
      nameHead={<span className="text-xs text-muted">{t('column.name', { ns: 'leaderboard' })}</span>}
      facts={facts}
      countLabel={t(isInPercent ? 'matrix.countPercent' : 'matrix.count')}
      isInPercent={isInPercent}
      ownId={userId}
    />
  )
}

const Place = ({ rank }: { rank: number | null }) => {
  const { t, i18n } = useTranslation('leaderboard')
  return <span>{rank === null ? '–' : t('podium.place', { rank: formatNumber(rank, i18n.language) })}</span>
}

interface ColumnSelectProps {
  group: Group
  columns: string | undefined
  onChange: (columns: string | undefined) => void
}

const ColumnSelect = ({ group, columns, onChange }: ColumnSelectProps) => {
  const { t } = useTranslation('solves')
  const options = [
    { value: '', label: t('matrix.all') },
    { value: 'required', label: t('matrix.required') },
    ...group.categories.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Select
      aria-label={t('matrix.columns')}
      value={options.some(({ value }) => value === columns) ? columns : ''}
      onChange={event => onChange(event.currentTarget.value || undefined)}
      options={options}
      className="w-full sm:w-[14rem]"
    />
  )
}
