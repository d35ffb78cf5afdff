import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserSearch, Users } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaderboardQuery, readOnce } from '../../api/queries/groups'
import type { Group, LeaderboardRow, TaskSummary } from '../../api/responses'
import { shortErrorMessage } from '../../i18n/error-messages'
import { filled } from '../../lib/search-params'
import { serverClock } from '../../lib/server-clock'
import { useStore } from '../../lib/store'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { SectionError } from '../../ui/section-error'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton'
import type { GroupViewSearch } from '../groups/public'
import { RegisterFilters } from './register-filters'
import {
  filterPeople,
  findUnsolvedTasks,
  getRegisterName,
  getRegisterPeople,
  type RegisterPerson,
  reuseUnchangedPeople,
  sortPeople,
} from './register-model'
import { createRegisterReader, isAccount } from './register-reader'
import { RegisterReading } from './register-reading'
import { RegisterTable } from './register-table'
import {
  getProfileSolves,
  getRowSolves,
  getSolveCategories,
  getSolveOrder,
  getTaskStats,
  readColumns,
  type SolvePerson,
} from './solves'
import { DEFAULT_STALLED_DAYS } from './stalled-days'
import { OpensClosedProfiles } from './user-link'

interface RegisterProps {
  group: Group
  search: GroupViewSearch
  onSearch: (search: GroupViewSearch) => void
}

/** The register of a group, for its administrators: who has solved what, and who needs help. */
export const Register = (props: RegisterProps) => {
  const { t } = useTranslation(['register', 'common'])
  const { group } = props
  const board = useQuery({ ...leaderboardQuery(group.id), ...readOnce, enabled: !group.hide_leaderboard })
  if (group.hide_leaderboard)
    return (
      <EmptyState icon={<Users />} title={t('hidden.title')} headingLevel={2}>
        {t('hidden.text')}
      </EmptyState>
    )
  if (board.data) {
    if (board.data.rows.length > 0) return <LoadedRegister {...props} rows={board.data.rows} />
    return (
      <EmptyState icon={<Users />} title={t('empty.title')} headingLevel={2}>
        {t('empty.text')}
      </EmptyState>
    )
  }
  if (board.error)
    return (
      <SectionError
        title={t('failed')}
        message={shortErrorMessage(board.error)}
        action={
          <Button isPending={board.isFetching} onClick={() => void board.refetch()}>
            {t('retry', { ns: 'common' })}
          </Button>
        }
      />
    )
  return (
    <SkeletonGroup label={t('loading')} className="flex flex-col gap-3">
      <Skeleton className="h-control" />
      <Skeleton className="h-64" />
    </SkeletonGroup>
  )
}

const LoadedRegister = ({
  group,
  search,
  onSearch,
  rows,
}: RegisterProps & { rows: readonly LeaderboardRow[] }) => {
  const { t, i18n } = useTranslation('register')
  const bar = useRef<HTMLElement>(null)
  const queryClient = useQueryClient()
  const [reader] = useState(() => createRegisterReader(queryClient, rows))
  useEffect(() => reader.stop, [reader])
  const state = useStore(reader)
  const toRead = useMemo(() => rows.filter(row => isAccount(row) && !getRowSolves(row)), [rows])
  const { profiles } = state
  const everybody = useMemo<SolvePerson[]>(
    () =>
      rows.map(row => {
        const profile = profiles.get(row.user_id)
        const solves = getRowSolves(row) ?? (profile ? getProfileSolves(profile, group, row) : null)
        return { row, name: getRegisterName(row), solves }
      }),
    [rows, profiles, group],
  )
  const days = search.days ?? DEFAULT_STALLED_DAYS
  const [now] = useState(() => serverClock.now())
  const knownPeople = useRef<readonly RegisterPerson[]>([])
  const people = useMemo(
    () => reuseUnchangedPeople(knownPeople.current, getRegisterPeople(everybody, group, now, days)),
    [everybody, group, now, days],
  )
  useEffect(() => {
    knownPeople.current = people
  }, [people])
  const applied = useDeferredValue(search)
  const shown = useMemo(
    () =>
      sortPeople(filterPeople(people, applied.people, applied.person ?? ''), applied.order, i18n.language),
    [people, applied.people, applied.person, applied.order, i18n.language],
  )
  const known = everybody.filter(({ solves }) => solves).length
  const allCategories = useMemo(() => getSolveCategories(group, () => true), [group])
  const stats = useMemo(() => getTaskStats(allCategories, everybody), [allCategories, everybody])
  const order = useMemo(() => getSolveOrder(everybody), [everybody])
  const unsolved = useMemo(
    () =>
      findUnsolvedTasks(
        allCategories.flatMap(({ tasks }) => tasks),
        stats,
        rows.length,
      ),
    [allCategories, stats, rows],
  )
  const columns = readColumns(applied.columns, group, ['required', 'unsolved'])
  const hasKnown = known > 0
  const shownUnsolved = columns === 'unsolved' ? unsolved : null
  const categories = useMemo(() => {
    if (!hasKnown) return []
    const isShown = (task: TaskSummary, category: { id: number }) => {
      if (!columns) return true
      if (columns === 'required') return task.important
      return shownUnsolved ? shownUnsolved.has(task.id) : String(category.id) === columns
    }
    return getSolveCategories(group, isShown)
  }, [group, columns, shownUnsolved, hasKnown])
  const isUnread = ({ row }: SolvePerson) =>
    isAccount(row) && !getRowSolves(row) && !profiles.has(row.user_id)
  // Who misses required tasks is unknown until people are read.
  const asked = applied.people === 'required' ? undefined : applied.people
  const unreadRows = filterPeople(people, asked, applied.person ?? '')
    .filter(isUnread)
    .map(({ row }) => row)
  const reset = () => {
    const { people: _, person: __, order, days, columns, ...others } = search
    onSearch(others)
    bar.current?.focus()
  }
  return (
    <OpensClosedProfiles value={true}>
      {toRead.length > 0 && (
        <RegisterReading
          state={state}
          total={toRead.length}
          unread={unreadRows.length}
          failedPeople={people.flatMap(({ row, name }) => {
            const error = state.failures.get(row.user_id)
            return error ? [{ name, error }] : []
          })}
          onStart={() => reader.start(unreadRows)}
          onStop={reader.stop}
          onRestart={() => reader.restart(toRead)}
        />
      )}
      <RegisterFilters
        ref={bar}
        group={group}
        search={search}
        onSearch={next => onSearch(filled(next))}
        people={people}
        shown={shown}
        categories={categories}
        unsolvedCount={unsolved.size}
        known={known}
        isReading={state.phase === 'reading'}
      />
      {shownUnsolved?.size === 0 && hasKnown && <p className="text-muted">{t('columns.noneUnsolved')}</p>}
      {shown.length === 0 ? (
        <EmptyState
          icon={<UserSearch />}
          title={t('empty.filtered')}
          action={<Button onClick={reset}>{t('filters.reset')}</Button>}
        />
      ) : (
        <RegisterTable
          group={group}
          people={shown}
          categories={categories}
          stats={stats}
          solveOrder={order}
          total={rows.length}
          known={known}
          order={search.order}
          onOrder={next => onSearch(filled({ ...search, order: next }))}
        />
      )}
    </OpensClosedProfiles>
  )
}
