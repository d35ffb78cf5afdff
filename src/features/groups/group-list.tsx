import { FolderSearch, Mail } from 'lucide-react'
import { memo, type Ref, useDeferredValue, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupSummary, getGroupPhase } from '../../api/responses'
import { readLastTask } from '../../api/task-ref'
import { lazyOptional } from '../../i18n/lazy-component'
import { formatNumber } from '../../lib/format'
import { useAnnounceChange, useOptimisticValue, useUrlText } from '../../lib/hooks'
import { useRowKeys } from '../../lib/row-links'
import { filled } from '../../lib/search-params'
import { serverClock } from '../../lib/server-clock'
import { useSearchKey } from '../../lib/shortcuts'
import { createStore } from '../../lib/store'
import { foldText, includesWords } from '../../lib/text'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { FilterBar, FilterChip } from '../../ui/filter-bar'
import { SectionTitle } from '../../ui/page-title'
import { SearchInput } from '../../ui/search-input'
import { GroupCard, GroupRows, useGroupLinks } from './group-card'
import { InviteForm } from './invite-form'
import { type GroupFilter, type GroupSearch, groupFilters } from './search'

const filterPredicates: Record<GroupFilter, (group: GroupSummary, now: number) => boolean> = {
  active: (group, now) => getGroupPhase(group, now) !== 'ended',
  ended: (group, now) => getGroupPhase(group, now) === 'ended',
  exam: group => group.is_exam === true,
}

interface FoundGroups {
  /** Running and upcoming. */
  current: GroupSummary[]
  ended: GroupSummary[]
  /** How many groups each filter would leave, given the search text. */
  counts: Record<GroupFilter, number>
}

const foldedTextCache = new WeakMap<GroupSummary, string>()

/** Cached: folding 500 long descriptions on every key is slow. */
const getFoldedText = (group: GroupSummary): string => {
  const text = foldedTextCache.get(group) ?? foldText(`${group.name} ${group.description ?? ''}`)
  foldedTextCache.set(group, text)
  return text
}

/** Groups that match the search parameters. `now` is server time in milliseconds. */
export const findGroups = (
  groups: readonly GroupSummary[],
  { state, q }: GroupSearch,
  now: number,
): FoundGroups => {
  const named = q ? groups.filter(group => includesWords(getFoldedText(group), q)) : groups
  const found = state ? named.filter(group => filterPredicates[state](group, now)) : named
  const count = (filter: GroupFilter) => named.filter(group => filterPredicates[filter](group, now)).length
  return {
    current: found.filter(group => filterPredicates.active(group, now)),
    ended: found.filter(group => filterPredicates.ended(group, now)),
    counts: { active: count('active'), ended: count('ended'), exam: count('exam') },
  }
}

interface GroupListProps {
  groups: readonly GroupSummary[]
  search: GroupSearch
  onSearch: (search: GroupSearch) => void
}

/** Scroll anchoring off: cards that render later would move the scroll position that Back restored. */
const listClass = 'flex flex-col gap-4 [overflow-anchor:none]'

/** Re-rendered when the results change, not on every URL change. */
const MemoGroupRows = memo(GroupRows)

/** Tasks need the groups themselves, which one letter is not worth. */
const MIN_TASK_SEARCH_LENGTH = 2

const TaskMatches = lazyOptional(() => import('./task-matches').then(part => part.TaskMatches))

/** Whether the user opened the ended groups: Back shows them again, at the old scroll position. */
export const endedGroupsOpen = createStore(false)

/** All groups: current first, ended below. */
export const GroupList = ({ groups, search, onSearch }: GroupListProps) => {
  const { t, i18n } = useTranslation('groups')
  // Deferred: the pressed filter renders before its results.
  const deferredSearch = useDeferredValue(search)
  const { current, ended, counts } = useMemo(
    () => findGroups(groups, deferredSearch, serverClock.now()),
    [groups, deferredSearch],
  )
  const found = current.length + ended.length
  const q = deferredSearch.q?.trim() ?? ''
  const isTaskSearch = q.length >= MIN_TASK_SEARCH_LENGTH
  const bar = useRef<HTMLElement>(null)
  const reset = () => {
    onSearch({})
    bar.current?.focus()
  }
  // A search is answered by rows alone.
  const lead = useMemo(
    () => (Object.keys(deferredSearch).length === 0 ? getLead(current) : undefined),
    [current, deferredSearch],
  )
  const others = useMemo(() => current.filter(group => group !== lead), [current, lead])
  const links = useGroupLinks()
  useRowKeys(found > 0)
  useAnnounceChange(JSON.stringify(deferredSearch), t('found', { count: found }))
  if (groups.length === 0) return <NoGroups />
  return (
    <>
      <GroupFilterBar ref={bar} counts={counts} search={search} onSearch={onSearch} />
      {found === 0 && !isTaskSearch && (
        <EmptyState
          icon={<FolderSearch />}
          title={t('empty.filtered')}
          action={<Button onClick={reset}>{t('filters.reset')}</Button>}
        />
      )}
      {current.length > 0 && (
        <section className={listClass}>
          <SectionTitle>{t('section.current')}</SectionTitle>
          {lead && <GroupCard group={lead} links={links} language={i18n.language} />}
          {others.length > 0 && (
            <MemoGroupRows groups={others} label={t('section.current')} searchKey={deferredSearch} />
          )}
        </section>
      )}
      {ended.length > 0 && (
        <details
          open={current.length === 0 || endedGroupsOpen.get()}
          onToggle={({ currentTarget }) => {
            if (current.length > 0) endedGroupsOpen.set(currentTarget.open)
          }}
          className={listClass}
        >
          <summary className="py-2">
            <h2 className="inline text-lg">{t('section.ended')}</h2>{' '}
            <span className="text-sm text-muted">{formatNumber(ended.length, i18n.language)}</span>
          </summary>
          <MemoGroupRows groups={ended} label={t('section.ended')} searchKey={deferredSearch} />
        </details>
      )}
      {isTaskSearch && <TaskMatches groups={groups} q={q} />}
      {found === 0 && isTaskSearch && (
        // Below the tasks, which may be what was looked for.
        <p className="flex flex-wrap items-center gap-x-3 text-muted">
          <span>{t('empty.filtered')}</span>
          <Button size="sm" variant="quiet" onClick={reset}>
            {t('filters.reset')}
          </Button>
        </p>
      )}
    </>
  )
}

/** The course that runs now: that of the last opened task, else the first. */
const getLead = (groups: readonly GroupSummary[]): GroupSummary | undefined => {
  const now = serverClock.now()
  const running = groups.filter(group => getGroupPhase(group, now) === 'running')
  const last = readLastTask()?.groupId
  return running.find(group => group.id === last) ?? running[0]
}

/** Groups are joined by an invite code. */
export const NoGroups = () => {
  const { t } = useTranslation('groups')
  return (
    <EmptyState icon={<Mail />} title={t('empty.none')} headingLevel={2} action={<InviteForm isMain />}>
      {t('empty.noneText')}
    </EmptyState>
  )
}

interface GroupFilterBarProps {
  counts: FoundGroups['counts']
  search: GroupSearch
  onSearch: (search: GroupSearch) => void
  ref: Ref<HTMLElement>
}

const GroupFilterBar = ({ counts, search, onSearch, ref }: GroupFilterBarProps) => {
  const { t } = useTranslation('groups')
  const [text, setText] = useUrlText(search.q ?? '', q => onSearch(filled({ ...search, q: q || undefined })))
  const [state, choose] = useOptimisticValue(search.state, state => onSearch(filled({ q: search.q, state })))
  const field = useSearchKey()
  // Hide filters without results, unless active.
  const shown = groupFilters.filter(one => counts[one] > 0 || state === one)
  return (
    <FilterBar
      ref={ref}
      label={t('filters.label')}
      end={
        <SearchInput
          ref={field}
          label={t('filters.search')}
          clearLabel={t('filters.clearSearch')}
          value={text}
          onChange={setText}
          maxLength={100}
          className="max-sm:flex-1"
        />
      }
    >
      <FilterChip isSelected={state === undefined} onToggle={() => choose(undefined)}>
        {t('filters.all')}
      </FilterChip>
      {shown.map(one => (
        <FilterChip
          key={one}
          isSelected={state === one}
          count={counts[one]}
          onToggle={() => choose(state === one ? undefined : one)}
        >
          {t(`filters.${one}`)}
        </FilterChip>
      ))}
    </FilterBar>
  )
}
