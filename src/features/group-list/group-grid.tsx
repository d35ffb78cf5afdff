import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowLinks } from '../../lib/row-links'
import { useGradualCount, useGradualValue } from '../../lib/use-gradual-count'
import type { GroupSummary } from '../../queries/responses'
import { GroupCard } from './group-card'

interface GroupGridProps {
  groups: readonly GroupSummary[]
  label: string
  /** When it changes, rendering starts over with the first screen of cards. */
  searchKey?: unknown
  /** Rendered at the end of each card. */
  Footer?: ComponentType<{ group: GroupSummary }>
}

/**
 * A responsive grid of cards. Cards not rendered yet have placeholders, so Back restores the scroll position.
 */
export const GroupGrid = ({ groups, label, searchKey, Footer }: GroupGridProps) => {
  const { i18n } = useTranslation('groups')
  const links = useRowLinks(groupId => ({ to: '/group/$groupId', params: { groupId } }))
  const count = useGradualCount(groups.length, searchKey)
  const getLanguage = useGradualValue(i18n.language, groups.length)
  return (
    <ul aria-label={label} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
      {groups.slice(0, count).map((group, index) => (
        <GroupCard key={group.id} group={group} links={links} language={getLanguage(index)}>
          {Footer && <Footer group={group} />}
        </GroupCard>
      ))}
      {groups.slice(count).map(({ id }) => (
        <li key={`placeholder-${id}`} aria-hidden className="h-[18rem]" />
      ))}
    </ul>
  )
}
