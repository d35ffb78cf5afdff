import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowLinks } from '../../lib/row-links'
import { useGradualCount, useGradualValue } from '../../lib/use-gradual-count'
import type { GroupSummary } from '../../queries/answers'
import { GroupCard } from './group-card'

interface GroupGridProps {
  groups: readonly GroupSummary[]
  label: string
  /** What was sought, where it can change: other cards begin with the first screen of them. */
  sought?: unknown
  /** A line more at the end of each card. */
  Place?: ComponentType<{ group: GroupSummary }>
}

/** Cards in 1, 2, 3 or 4 columns. Those that come in a moment have their room, and rather too much of it: Back finds its place. */
export const GroupGrid = ({ groups, label, sought, Place }: GroupGridProps) => {
  const { i18n } = useTranslation('groups')
  const links = useRowLinks(groupId => ({ to: '/group/$groupId', params: { groupId } }))
  const count = useGradualCount(groups.length, sought)
  const languageOf = useGradualValue(i18n.language, groups.length)
  return (
    <ul aria-label={label} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
      {groups.slice(0, count).map((group, index) => (
        <GroupCard key={group.id} group={group} links={links} language={languageOf(index)}>
          {Place && <Place group={group} />}
        </GroupCard>
      ))}
      {groups.slice(count).map(({ id }) => (
        <li key={`room-${id}`} aria-hidden className="h-[18rem]" />
      ))}
    </ul>
  )
}
