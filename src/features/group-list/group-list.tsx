import { FolderSearch, Users } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { serverClock } from '../../lib/server-clock'
import { useRowKeys } from '../../lib/shortcuts-rows'
import { useAnnounceChange } from '../../lib/use-announce-change'
import type { GroupSummary } from '../../queries/answers'
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

/** What stands there is no anchor of the scroll: cards that come in a moment move it, and Back has put the page where it will be. */
const listClass = 'flex flex-col gap-4 [overflow-anchor:none]'

/** Drawn anew when other groups are found, not with each change of the address. */
const Groups = memo(GroupGrid)

/** All groups of the reader: current ones first, ended ones below and never hidden. */
export const GroupList = ({ groups, search, onSearch }: GroupListProps) => {
  const { t } = useTranslation('groups')
  // What was pressed shows first, what it finds after that.
  const sought = useDeferredValue(search)
  const { current, ended, counts } = useMemo(
    () => findGroups(groups, sought, serverClock.now()),
    [groups, sought],
  )
  const found = current.length + ended.length
  const bar = useRef<HTMLElement>(null)
  const reset = () => {
    onSearch({})
    bar.current?.focus()
  }
  useRowKeys(found > 0)
  useAnnounceChange(JSON.stringify(sought), t('found', { count: found }))
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
          <Groups groups={current} label={t('section.current')} sought={sought} />
        </section>
      )}
      {ended.length > 0 && (
        <section className={listClass}>
          <SectionTitle>{t('section.ended')}</SectionTitle>
          <Groups groups={ended} label={t('section.ended')} sought={sought} />
        </section>
      )}
      <section className="flex flex-col gap-3 border-t border-line pt-6">
        <SectionTitle>{t('invite.title')}</SectionTitle>
        <InviteForm />
      </section>
    </>
  )
}

/** Nobody is in a group by chance: the way in is a code. */
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
