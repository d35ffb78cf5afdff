import i18next, { type TFunction } from 'i18next'
import { GraduationCap, ShieldCheck, Star } from 'lucide-react'
import { type ComponentType, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupPhase, type GroupSummary, getGroupPhase } from '../../api/responses'
import { formatGroupDates } from '../../i18n/group-dates'
import { formatDuration, formatNumber, parseMoment } from '../../lib/format'
import { useGradualCount, useGradualValue } from '../../lib/hooks'
import { type RowLinks, useRowLinks } from '../../lib/row-links'
import { serverClock } from '../../lib/server-clock'
import { truncateText } from '../../lib/text'
import { Badge } from '../../ui/badge'
import { Card, stretchedLinkClass } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Meter } from '../../ui/meter'

/** More than one screen of rows. */
const ROWS_PER_STEP = 20

const SECONDS_PER_DAY = 86_400

const GroupBadges = ({ group, t }: { group: GroupSummary; t: GroupsT }) => (
  <>
    {group.is_exam && (
      <Badge tone="accent" icon={<GraduationCap />}>
        {t('badge.exam')}
      </Badge>
    )}
    {group.is_admin && <Badge icon={<ShieldCheck />}>{t('badge.admin')}</Badge>}
  </>
)

const getDates = (group: GroupSummary, phase: GroupPhase, language: string): string => {
  const t = i18next.getFixedT(language, 'groups')
  const dates = formatGroupDates(group, phase) ?? t(`phase.${phase}`)
  const start = phase === 'upcoming' ? parseMoment(group.start_date) : null
  if (start === null) return dates
  const days = Math.ceil((start - serverClock.now()) / 1000 / SECONDS_PER_DAY)
  return `${dates} · ${t('dates.in', { time: formatDuration(days * SECONDS_PER_DAY, language) })}`
}

interface GroupCardProps {
  group: GroupSummary
  links: RowLinks
  /** A prop, so a language switch can re-render rows gradually: 500 at once take a second. */
  language: string
}

/** The course that runs now, larger than the others. */
export const GroupCard = ({ group, links, language }: GroupCardProps) => {
  const t = i18next.getFixedT(language, 'groups')
  const phase = getGroupPhase(group, serverClock.now())
  return (
    <Card
      isInteractive
      padding="lg"
      className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_18rem] md:items-center"
    >
      <div className="flex min-w-0 flex-col gap-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span>{getDates(group, phase, language)}</span>
          <GroupBadges group={group} t={t} />
          <RequiredLeft group={group} t={t} />
        </p>
        <h3 className="font-display text-xl">
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
      <GroupProgress group={group} t={t} language={language} />
    </Card>
  )
}

/** About two lines of the widest card. */
const MAX_DESCRIPTION_LENGTH = 180

interface GroupRowsProps {
  groups: readonly GroupSummary[]
  label: string
  /** When it changes, rendering starts over with the first screen of rows. */
  searchKey?: unknown
  /** Rendered below the dates of each row. */
  Footer?: ComponentType<{ group: GroupSummary }>
}

/** Groups as rows of one card. Space is kept for rows not rendered yet, so Back restores the scroll position. */
export const GroupRows = ({ groups, label, searchKey, Footer }: GroupRowsProps) => {
  const { i18n } = useTranslation('groups')
  const links = useGroupLinks()
  const count = useGradualCount(groups.length, searchKey, ROWS_PER_STEP)
  const getLanguage = useGradualValue(i18n.language, groups.length)
  return (
    <Card padding="none">
      <ul aria-label={label} className="@container divide-y divide-line">
        {groups.slice(0, count).map((group, index) => (
          <GroupRow key={group.id} group={group} links={links} language={getLanguage(index)}>
            {Footer && <Footer group={group} />}
          </GroupRow>
        ))}
        {count < groups.length && (
          <li aria-hidden style={{ height: `${(groups.length - count) * 5.125}rem` }} />
        )}
      </ul>
    </Card>
  )
}

export const useGroupLinks = (): RowLinks =>
  useRowLinks(groupId => ({ to: '/group/$groupId', params: { groupId } }))

/** Name, dates and progress. Closed groups are links too. Memoized: there may be 500. */
const GroupRow = memo(({ group, links, language, children }: GroupCardProps & { children: ReactNode }) => {
  const t = i18next.getFixedT(language, 'groups')
  const phase = getGroupPhase(group, serverClock.now())
  return (
    <li className="row-link grid gap-x-8 gap-y-3 px-4 py-4 transition-colors duration-fast first:rounded-t-card last:rounded-b-card hover:bg-canvas md:grid-cols-[minmax(0,1fr)_18rem] md:items-center md:px-6">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base">
            <a {...links.getProps(group.id)} className={stretchedLinkClass}>
              <bdi>{group.name}</bdi>
            </a>
          </h3>
          <GroupBadges group={group} t={t} />
        </div>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          <span className="@5xl:flex-1">{getDates(group, phase, language)}</span>
          {phase === 'running' && <RequiredLeft group={group} t={t} className="@5xl:w-72" />}
        </p>
        {children}
      </div>
      {phase !== 'upcoming' && <GroupProgress group={group} t={t} language={language} />}
    </li>
  )
})

type GroupsT = TFunction<'groups'>

interface GroupProgressProps {
  group: GroupSummary
  t: GroupsT
  language: string
}

const GroupProgress = ({ group, t, language }: GroupProgressProps) => {
  const { tasks_total: total, tasks_solved: solved } = group
  if (total === undefined || solved === undefined) return null
  if (total === 0) return <p className="text-sm text-muted">{t('card.noTasks')}</p>
  if (group.is_admin && solved === 0)
    return <p className="text-sm text-muted">{t('card.tasks', { count: total })}</p>
  return (
    <Meter
      tone="success"
      value={solved}
      max={total}
      label={t('progress.label')}
      valueText={t('progress.value', {
        solved: formatNumber(solved, language),
        total: formatNumber(total, language),
      })}
    />
  )
}

interface RequiredLeftProps extends Pick<GroupProgressProps, 'group' | 't'> {
  className?: string
}

/** 0 may mean that the group has no required tasks. */
const RequiredLeft = ({ group, t, className }: RequiredLeftProps) => {
  const { important_left: left, tasks_solved: solved } = group
  if (!left || (group.is_admin && !solved)) return null
  return (
    <span className={cx('inline-flex items-center gap-1.5', className)}>
      <Star className="size-4 shrink-0" />
      <span>{t('requiredLeft', { count: left })}</span>
    </span>
  )
}
