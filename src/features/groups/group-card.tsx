import i18next, { type TFunction } from 'i18next'
import { CalendarDays, GraduationCap, ShieldCheck, Star } from 'lucide-react'
import { type ComponentType, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupPhase, type GroupSummary, getGroupPhase } from '../../api/responses'
import { formatGroupDates } from '../../i18n/group-dates'
import { formatNumber } from '../../lib/format'
import { useGradualCount, useGradualValue } from '../../lib/hooks'
import { type RowLinks, useRowLinks } from '../../lib/row-links'
import { serverClock } from '../../lib/server-clock'
import { truncateText } from '../../lib/text'
import { Badge } from '../../ui/badge'
import { Card, stretchedLinkClass } from '../../ui/card'
import { Halyard } from '../../ui/halyard'
import { getSignals } from '../../ui/signals'

/** More than one screen of cards, at most four in a row. */
const CARDS_PER_STEP = 20

interface GroupGridProps {
  groups: readonly GroupSummary[]
  label: string
  /** When it changes, rendering starts over with the first screen of cards. */
  searchKey?: unknown
  /** Rendered at the end of each card. */
  Footer?: ComponentType<{ group: GroupSummary }>
}

/**
 * A responsive grid of cards. Space is kept for cards not rendered yet, so Back restores the scroll position.
 */
export const GroupGrid = ({ groups, label, searchKey, Footer }: GroupGridProps) => {
  const { i18n } = useTranslation('groups')
  const links = useRowLinks(groupId => ({ to: '/group/$groupId', params: { groupId } }))
  const count = useGradualCount(groups.length, searchKey, CARDS_PER_STEP)
  const shownLanguage = useGradualValue(i18n.language, groups.length)
  return (
    <ul
      aria-label={label}
      className="grid gap-4 [--columns:1] md:grid-cols-2 md:[--columns:2] xl:grid-cols-3 xl:[--columns:3] 2xl:grid-cols-4 2xl:[--columns:4]"
    >
      {groups.slice(0, count).map((group, index) => (
        <GroupCard key={group.id} group={group} links={links} language={shownLanguage(index)}>
          {Footer && <Footer group={group} />}
        </GroupCard>
      ))}
      {count < groups.length && (
        <li
          aria-hidden
          className="col-span-full"
          style={{ height: `calc(${groups.length - count} / var(--columns) * 19rem)` }}
        />
      )}
    </ul>
  )
}

/** About two lines of the widest card. */
const MAX_DESCRIPTION_LENGTH = 180

interface GroupCardProps {
  group: GroupSummary
  links: RowLinks
  /** A prop, so a language switch can re-render cards gradually: 500 at once take a second. */
  language: string
  children?: ReactNode
}

/** One group with dates and progress. Closed groups are links too. Memoized: there may be 500. */
export const GroupCard = memo(({ group, links, language, children }: GroupCardProps) => {
  const t = i18next.getFixedT(language, 'groups')
  const phase = getGroupPhase(group, serverClock.now())
  const dates = formatGroupDates(group, phase)
  return (
    <Card as="li" isInteractive className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-1.5">
        <PhaseBadge phase={phase} t={t} />
        {group.is_exam && (
          <Badge tone="accent" icon={<GraduationCap aria-hidden />}>
            {t('badge.exam')}
          </Badge>
        )}
        {group.is_admin && <Badge icon={<ShieldCheck aria-hidden />}>{t('badge.admin')}</Badge>}
      </div>
      <div className="flex flex-col gap-1">
        <h3 className="text-lg">
          <a {...links.getProps(group.id)} className={stretchedLinkClass}>
            <bdi>{group.name}</bdi>
          </a>
        </h3>
        {group.description && (
          <p className="line-clamp-2 text-sm text-muted">
            <bdi>{truncateText(group.description, MAX_DESCRIPTION_LENGTH)}</bdi>
          </p>
        )}
      </div>
      {dates && (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <CalendarDays className="size-4 shrink-0" aria-hidden />
          {dates}
        </p>
      )}
      {phase !== 'upcoming' && (
        <GroupProgress group={group} isEnded={phase === 'ended'} t={t} language={language} />
      )}
      {children}
    </Card>
  )
})

/** The groups as rows of one card: name and dates, progress, what is left. */
export const GroupRows = ({ groups, label, Footer }: Omit<GroupGridProps, 'searchKey'>) => {
  const { t, i18n } = useTranslation('groups')
  const links = useRowLinks(groupId => ({ to: '/group/$groupId', params: { groupId } }))
  const count = useGradualCount(groups.length, groups, CARDS_PER_STEP)
  return (
    <Card padding="none">
      <ul aria-label={label} className="divide-y divide-line">
        {groups.slice(0, count).map(group => {
          const phase = getGroupPhase(group, serverClock.now())
          return (
            <li
              key={group.id}
              className="relative grid gap-x-8 gap-y-3 px-4 py-4 transition-colors duration-fast first:rounded-t-card last:rounded-b-card hover:bg-canvas md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] md:items-center md:px-6"
            >
              <div className="flex min-w-0 flex-col gap-1">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <h3 className="text-base">
                    <a {...links.getProps(group.id)} className={stretchedLinkClass}>
                      <bdi>{group.name}</bdi>
                    </a>
                  </h3>
                  {group.is_exam && <Badge tone="accent">{t('badge.exam')}</Badge>}
                  {group.is_admin && <Badge>{t('badge.admin')}</Badge>}
                </div>
                <p className="text-sm text-muted">{formatGroupDates(group, phase) ?? t(`phase.${phase}`)}</p>
                {Footer && <Footer group={group} />}
              </div>
              {phase !== 'upcoming' && (
                <GroupProgress group={group} isEnded={phase === 'ended'} t={t} language={i18n.language} />
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

type GroupsT = TFunction<'groups'>

const PhaseBadge = ({ phase, t }: { phase: GroupPhase; t: GroupsT }) => {
  const tones = { running: 'success', upcoming: 'info', ended: 'neutral' } as const
  return <Badge tone={tones[phase]}>{t(`phase.${phase}`)}</Badge>
}

interface GroupProgressProps {
  group: GroupSummary
  isEnded: boolean
  t: GroupsT
  language: string
}

const GroupProgress = ({ group, isEnded, t, language }: GroupProgressProps) => {
  const { tasks_total: total, tasks_solved: solved, important_left: left } = group
  if (total === undefined || solved === undefined) return null
  if (total === 0) return <p className="mt-auto text-sm text-muted">{t('card.noTasks')}</p>
  // Administrators don't solve the tasks of their group.
  if (group.is_admin) return <p className="mt-auto text-sm text-muted">{t('card.tasks', { count: total })}</p>
  return (
    <div className="mt-auto flex flex-col gap-2 pt-1">
      <Halyard
        flags={getSignals(group.name)}
        value={solved}
        max={total}
        label={t('progress.label')}
        valueText={t('progress.value', {
          solved: formatNumber(solved, language),
          total: formatNumber(total, language),
        })}
      />
      {/* Before the first solve, 0 may mean that the group has no required tasks. */}
      {!isEnded && left !== undefined && (left > 0 || (solved ?? 0) > 0) && (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <Star className="size-4 shrink-0" aria-hidden />
          {left > 0 ? t('requiredLeft', { count: left }) : t('requiredNone')}
        </p>
      )}
    </div>
  )
}
