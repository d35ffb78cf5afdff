import { Link } from '@tanstack/react-router'
import { CalendarDays, CircleCheckBig, GraduationCap, Info, ShieldCheck, Star } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getCurrentAttempt } from '../../api/attempts'
import { type Group, getGroupPhase } from '../../api/responses'
import { formatGroupDates } from '../../i18n/group-dates'
import { formatDeadline, formatNumber } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { Bar } from '../../ui/meter'
import { Popover } from '../../ui/popover'
import { GroupCalendarButton } from './group-calendar-button'
import { getGroupProgress, getRequiredReminder, type StatusMap } from './model'

interface GroupHeadProps {
  group: Group
  statuses: StatusMap
}

interface GroupFactsProps extends GroupHeadProps {
  /** Shows the own progress on screens that have it below the tasks. */
  isSolving: boolean
  /** The own place. */
  rank: ReactNode
}

/** Longer descriptions are folded to two lines. */
const MAX_UNFOLDED_LENGTH = 160

/** The line below the title: dates, what is left, and the description on request. */
export const GroupFacts = ({ group, statuses, isSolving, rank }: GroupFactsProps) => {
  const { t, i18n } = useTranslation('groups')
  const dates = formatGroupDates(group, getGroupPhase(group, serverClock.now()))
  const { solved, total, requiredLeft } = getGroupProgress(group, statuses)
  const number = (value: number) => formatNumber(value, i18n.language)
  const { description } = group
  // A description is shown to who comes for the first time, and to others on request.
  const isKnown = group.is_admin || solved > 0 || getCurrentAttempt(group) !== null
  const isLong = description !== undefined && description.length > MAX_UNFOLDED_LENGTH
  const [isOpen, setOpen] = useState(false)
  const toggle = (
    <Button
      size="sm"
      variant="quiet"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      className="-mx-3 -my-1 self-start print:hidden"
    >
      {t(isOpen ? 'description.less' : isKnown ? 'description.show' : 'description.more')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {dates && (
          <span className="inline-flex items-center gap-1.5">
            <CalendarDays className="size-4 shrink-0" />
            <span>{dates}</span>
          </span>
        )}
        {group.is_exam && (
          <Badge tone="accent" icon={<GraduationCap />}>
            {t('badge.exam')}
          </Badge>
        )}
        {group.is_admin && <Badge icon={<ShieldCheck />}>{t('badge.admin')}</Badge>}
        {isSolving && requiredLeft > 0 && (
          <span className="inline-flex items-center gap-1.5">
            <Star className="size-4 shrink-0" />
            <span>{t('requiredLeft', { count: requiredLeft })}</span>
          </span>
        )}
        {isSolving && rank}
        {description && isKnown && <span className="inline-flex">{toggle}</span>}
        {isSolving && solved > 0 && (
          <span className="flex w-full max-w-md items-center gap-3 xl:hidden">
            <span aria-hidden className="flex-1">
              <Bar share={solved / total} className="h-1.5 fill-success" />
            </span>
            <span>{t('progress.short', { solved: number(solved), total: number(total) })}</span>
          </span>
        )}
      </div>
      {description && (
        <p
          className={cx(
            // A line that ends a sentence would get the ellipsis after its full stop.
            isLong && !isOpen ? 'print:whitespace-pre-line' : 'whitespace-pre-line',
            !isOpen && (isKnown ? 'hidden print:block' : isLong && 'line-clamp-2 print:line-clamp-none'),
          )}
        >
          <bdi>{description}</bdi>
        </p>
      )}
      {description && !isKnown && isLong && toggle}
    </div>
  )
}

/** An exam has its tabs right below the title: they begin with its state. */
export const hasExamHead = ({ is_exam, is_admin }: Group): boolean => is_exam === true && !is_admin

/** Dates and description of an exam, beside its tabs. */
export const AboutExam = ({ group }: { group: Group }) => {
  const { t } = useTranslation(['groups', 'common'])
  const dates = formatGroupDates(group, getGroupPhase(group, serverClock.now()))
  const { description } = group
  if (!dates && !description) return null
  return (
    <Popover
      title={t('about.exam')}
      closeLabel={t('close', { ns: 'common' })}
      align="end"
      trigger={
        <Button size="sm" variant="quiet" icon={<Info />} className="-mr-3 print:hidden">
          {t('about.exam')}
        </Button>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        {dates && (
          <p className="flex items-center gap-1.5 text-muted">
            <CalendarDays className="size-4 shrink-0" />
            <span>{dates}</span>
          </p>
        )}
        {description && (
          <p className="whitespace-pre-line wrap-anywhere">
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
    </Popover>
  )
}

export const AllSolved = ({ group, statuses }: GroupHeadProps) => {
  const { t, i18n } = useTranslation('groups')
  const { solved, total, points } = getGroupProgress(group, statuses)
  if (total === 0 || solved < total) return null
  return (
    <Banner tone="success" icon={<CircleCheckBig />} title={t('allSolved.title')}>
      {t('allSolved.text', { count: points, points: formatNumber(points, i18n.language) })}
    </Banner>
  )
}

/** Shown when only required tasks are left to do, and in the last week of the group. */
export const RequiredReminder = ({ group, statuses }: GroupHeadProps) => {
  const { t, i18n } = useTranslation('groups')
  const reminder = getRequiredReminder(group, statuses, serverClock.now())
  if (!reminder) return null
  const { count, next, endsAt } = reminder
  return (
    <Banner
      tone="warning"
      title={t('reminder.title')}
      action={
        <>
          {next && (
            <Link
              to="/group/$groupId/task/$taskId"
              params={{ groupId: group.id, taskId: next.id }}
              className={buttonClass({ size: 'sm' })}
            >
              {t('reminder.next')}
            </Link>
          )}
          {endsAt !== null && <GroupCalendarButton size="sm" isEnd group={group} at={endsAt} />}
        </>
      }
    >
      <p>
        {endsAt !== null && (
          <span>{t('reminder.ends', { time: formatDeadline(endsAt, i18n.language) })}</span>
        )}{' '}
        <span>{`${t('requiredLeft', { count })}. ${next ? '' : t('reminder.closed')}`}</span>
      </p>
    </Banner>
  )
}
