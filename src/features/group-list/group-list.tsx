import { FolderSearch, Users } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { serverClock } from '../../lib/server-clock'
import { useRowKeys } from '../../lib/shortcuts-rows'
import { useAnnounceChange } from '../../lib/use-announce-change'
import type { GroupSummary } from '../../queries/responses'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { SectionTitle } from '../../ui/page-title'
import { findGroups } from './find-groups'
import { GroupFilterBar } from './group-filter-bar'
import { GroupGrid } from './group-grid'
import type { GroupSearch } from './group-search'
import { InviteForm } from './invite-form'

interface GroupListProps {
  groups: readonly GroupSummary[]
  search: GroupSearch
  onSearch: (search: GroupSearch) => void
}

/** Scroll anchoring off: cards that render later would move the scroll position that Back restored. */
const listClass = 'flex flex-col gap-4 [overflow-anchor:none]'

/** Re-rendered when the results change, not on every URL change. */
const MemoGroupGrid = memo(GroupGrid)

/** All groups: current first, ended below. */
export const GroupList = ({ groups, search, onSearch }: GroupListProps) => {
  const { t } = useTranslation('groups')
  // Deferred: the pressed filter renders before its results.
  const deferredSearch = useDeferredValue(search)
  const { current, ended, counts } = useMemo(
    () => findGroups(groups, deferredSearch, serverClock.now()),
    [groups, deferredSearch],
  )
  const found = current.length + ended.length
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
      <GroupFilterBar ref={bar} groups={groups} counts={counts} search={search} onSearch={onSearch} />
      {found === 0 && (
        <EmptyState
          icon={<FolderSearch aria-hidden />}
          title={t('empty.filtered')}
          action={<Button onClick={reset}>{t('filters.reset')}</Button>}
        />
      )}
      {current.length > 0 && (
        <section className={listClass}>
          <SectionTitle>{t('section.current')}</SectionTitle>
          <MemoGroupGrid groups={current} label={t('section.current')} searchKey={deferredSearch} />
        </section>
      )}
      {ended.length > 0 && (
        <section className={listClass}>
          <SectionTitle>{t('section.ended')}</SectionTitle>
          <MemoGroupGrid groups={ended} label={t('section.ended')} searchKey={deferredSearch} />
        </section>
      )}
      <section className="flex flex-col gap-3 border-t border-line pt-6">
        <SectionTitle>{t('invite.title')}</SectionTitle>
        <InviteForm />
      </section>
    </>
  )
}

/** Groups are joined by an invite code. */
export const NoGroups = () => {
  const { t } = useTranslation('groups')
  return (
    <EmptyState
      icon={<Users aria-hidden />}
      title={t('empty.none')}
      headingLevel={2}
      action={<InviteForm isMain />}
    >
      {t('empty.noneText')}
    </EmptyState>
  )
}
