import { Mail, Search, Ticket } from 'lucide-react'
import { memo, type ReactNode, type Ref, useDeferredValue, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupPhase, type GroupSummary, getGroupPhase } from '../../api/responses'
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
import { FilterBar } from '../../ui/filter-bar'
import { Popover } from '../../ui/popover'
import { SearchInput } from '../../ui/search-input'
import { Segment } from '../../ui/segment'
import { GroupRows, getGroupColumns } from './group-rows'
import { InviteForm } from './invite-form'
import { type GroupSearch, groupPhases } from './search'

interface FoundGroups {
  /** By the search text. */
  named: number
  /** Of them, by phase. */
  counts: Record<GroupPhase, number>
  /** Those that the filter leaves. */
  shown: Record<GroupPhase, GroupSummary[]>
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
  const found = { running: [], upcoming: [], ended: [] } as FoundGroups['shown']
  for (const group of named) found[getGroupPhase(group, now)].push(group)
  const show = (phase: GroupPhase) => (!state || state === phase ? found[phase] : [])
  return {
    named: named.length,
    counts: { running: found.running.length, upcoming: found.upcoming.length, ended: found.ended.length },
    shown: { running: show('running'), upcoming: show('upcoming'), ended: show('ended') },
  }
}

const getPhases = (groups: readonly GroupSummary[]): GroupPhase[] => {
  const now = serverClock.now()
  return groupPhases.filter(phase => groups.some(group => getGroupPhase(group, now) === phase))
}

interface GroupListProps {
  groups: readonly GroupSummary[]
  search: GroupSearch
  onSearch: (search: GroupSearch) => void
}

/** Scroll anchoring off: cards that render later would move the scroll position that Back restored. */
const listClass = 'flex flex-col gap-3 [overflow-anchor:none]'

/** Re-rendered when the results change, not on every URL change. */
const MemoGroupRows = memo(GroupRows)

/** Tasks need the groups themselves, which one letter is not worth. */
const MIN_TASK_SEARCH_LENGTH = 2

const TaskMatches = lazyOptional(() => import('./task-matches').then(part => part.TaskMatches))

/** Of more ended groups the list is folded, if there are others. */
const MAX_ENDED_OPEN = 5

/** Whether the user opened the ended groups: Back shows them again, at the old scroll position. */
export const endedGroupsOpen = createStore(false)

/** All groups, by phase. */
export const GroupList = ({ groups, search, onSearch }: GroupListProps) => {
  const { t } = useTranslation(['groups', 'common'])
  // Deferred: the pressed filter renders before its results.
  const deferredSearch = useDeferredValue(search)
  const { named, counts, shown } = useMemo(
    () => findGroups(groups, deferredSearch, serverClock.now()),
    [groups, deferredSearch],
  )
  const offered = useMemo(() => getPhases(groups), [groups])
  const columns = useMemo(() => getGroupColumns(Object.values(shown).flat()), [shown])
  const phases = groupPhases.filter(phase => shown[phase].length > 0)
  const found = phases.reduce((sum, phase) => sum + shown[phase].length, 0)
  const q = deferredSearch.q?.trim() ?? ''
  const isTaskSearch = q.length >= MIN_TASK_SEARCH_LENGTH
  const bar = useRef<HTMLElement>(null)
  const reset = () => {
    onSearch({})
    bar.current?.focus()
  }
  useRowKeys(found > 0)
  useAnnounceChange(JSON.stringify(deferredSearch), t('found', { count: found }))
  if (groups.length === 0) return <NoGroups />
  return (
    <>
      <GroupFilterBar
        ref={bar}
        total={named}
        counts={counts}
        phases={offered}
        search={search}
        onSearch={onSearch}
      />
      {found === 0 && !isTaskSearch && (
        <EmptyState
          icon={<Search />}
          title={t('empty.filtered')}
          action={<Button onClick={reset}>{t('filters.reset')}</Button>}
        >
          {q && <bdi>{t('searchedFor', { ns: 'common', q })}</bdi>}
        </EmptyState>
      )}
      {phases.map((phase, index) => (
        <GroupSection
          key={phase}
          title={t(`section.${phase}`)}
          count={shown[phase].length}
          isFoldable={phase === 'ended' && index > 0 && shown.ended.length > MAX_ENDED_OPEN}
        >
          <MemoGroupRows
            groups={shown[phase]}
            label={t(`section.${phase}`)}
            columns={columns}
            hasHead={index === 0 && phase !== 'upcoming'}
            searchKey={deferredSearch}
          />
        </GroupSection>
      ))}
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

interface GroupSectionProps {
  title: string
  count: number
  isFoldable: boolean
  children: ReactNode
}

const GroupSection = ({ title, count, isFoldable, children }: GroupSectionProps) => {
  const { i18n } = useTranslation('groups')
  const heading = (
    <>
      <h2 className="inline text-lg">{title}</h2>{' '}
      <span className="ms-1 text-sm text-muted">{formatNumber(count, i18n.language)}</span>
    </>
  )
  if (!isFoldable)
    return (
      <section className={listClass}>
        <div>{heading}</div>
        {children}
      </section>
    )
  return (
    <details
      open={endedGroupsOpen.get()}
      onToggle={({ currentTarget }) => endedGroupsOpen.set(currentTarget.open)}
      className={listClass}
    >
      <summary className="py-2">{heading}</summary>
      {children}
    </details>
  )
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
  total: number
  counts: FoundGroups['counts']
  /** Of all groups. */
  phases: readonly GroupPhase[]
  search: GroupSearch
  onSearch: (search: GroupSearch) => void
  ref: Ref<HTMLElement>
}

const GroupFilterBar = ({ total, counts, phases, search, onSearch, ref }: GroupFilterBarProps) => {
  const { t } = useTranslation('groups')
  const [text, setText] = useUrlText(search.q ?? '', q => onSearch(filled({ ...search, q: q || undefined })))
  const [state, choose] = useOptimisticValue(search.state, state => onSearch(filled({ q: search.q, state })))
  const field = useSearchKey()
  return (
    <FilterBar
      ref={ref}
      label={t('filters.label')}
      end={
        <>
          <SearchInput
            ref={field}
            label={t('filters.search')}
            clearLabel={t('filters.clearSearch')}
            value={text}
            onChange={setText}
            maxLength={100}
            className="max-sm:flex-1 sm:w-[13rem] lg:w-[17.5rem]"
          />
          <Popover
            title={t('invite.title')}
            isTitleHidden
            trigger={
              <Button icon={<Ticket />}>
                <span className="max-sm:sr-only">{t('invite.title')}</span>
              </Button>
            }
          >
            <InviteForm />
          </Popover>
        </>
      }
    >
      {(phases.length > 1 || state) && (
        <Segment
          label={t('filters.phases')}
          value={state}
          onChange={choose}
          options={[
            { value: undefined, label: t('filters.all'), count: total },
            ...groupPhases
              .filter(phase => phases.includes(phase) || state === phase)
              .map(phase => ({ value: phase, label: t(`section.${phase}`), count: counts[phase] })),
          ]}
        />
      )}
    </FilterBar>
  )
}
