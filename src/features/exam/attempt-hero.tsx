import { useQuery } from '@tanstack/react-query'
import { Clock, CreditCard, FileText, type LucideIcon, TimerOff, UserCheck } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AttemptView,
  getClockTone,
  getScoreMarks,
  getSecondsLeft,
  isFreeExam,
  mayNeedAdmission,
} from '../../api/attempts'
import { configQuery } from '../../api/queries/config'
import type { Group } from '../../api/responses'
import { useSession } from '../../api/use-session'
import {
  formatDate,
  formatDayMonth,
  formatMinutes,
  formatNumber,
  formatTime,
  parseMoment,
} from '../../lib/format'
import { useServerSecond } from '../../lib/hooks'
import { serverClock } from '../../lib/server-clock'
import { Badge } from '../../ui/badge'
import { cx } from '../../ui/cx'
import { LogoMark } from '../../ui/logo'
import { textTone, toneIcon } from '../../ui/tone'
import type { StatusMap } from '../groups/public'
import { formatReviewDay, Reason, useAttemptStatus, useExamTime } from './attempt-details'
import { AttemptRing } from './attempt-ring'
import { getBusinessCalendar, getNearDay, getReportFacts } from './exam-dates'
import { pageClock, useClockMessage } from './running-exam'

interface HeroProps {
  ring: ReactNode
  /** The status or the title of the card; its element names the region. */
  badge: ReactNode
  headline: ReactNode
  children: ReactNode
  className?: string | undefined
  /** Prints without the page around it. */
  isPrintedAlone?: boolean
}

/** The hero and its figures. */
export const heroClass = 'divide-y divide-line split:flex split:divide-x split:divide-y-0'

/** The first block of the exam's card: what matters now and what to do about it. */
export const Hero = ({ ring, badge, headline, children, isPrintedAlone = false, className }: HeroProps) => (
  <div
    {...(isPrintedAlone && { 'data-print-alone': true })}
    className={cx(
      // What comes later below the headline must not move it.
      'grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 sm:grid-rows-[auto_1fr] sm:gap-x-8 sm:p-6',
      className,
    )}
  >
    <div className="self-center sm:row-span-2">{ring}</div>
    <h2 className="flex min-w-0 flex-col items-start gap-1.5 self-center sm:self-end">
      {badge}{' '}
      <span className="max-w-full font-display text-lg leading-tight text-balance sm:text-2xl">
        {headline}
      </span>
    </h2>
    <div className="col-span-2 flex min-w-0 flex-col gap-3 sm:col-span-1 sm:col-start-2">{children}</div>
  </div>
)

interface AttemptHeroProps {
  group: Group
  statuses: StatusMap
  view: AttemptView
  /** Server time in milliseconds, updated every minute. */
  now: number
  /** The bank has not answered yet. */
  isConfirming: boolean
  /** Buttons and what they answer. */
  children: ReactNode
}

export const AttemptHero = ({ group, statuses, view, now, isConfirming, children }: AttemptHeroProps) => {
  const { label, tone } = useAttemptStatus(view, group.exam, isConfirming)
  const { headline, text, aside } = useAttemptFact(group, view, now, isConfirming)
  const isPassed = view.status === 'completed'
  const { step, stepState } = view.rule
  // The report's section has its own.
  const isReasonHere = step === null || (step === 'access' && stepState === 'error')
  return (
    <Hero
      ring={<AttemptRing group={group} statuses={statuses} view={view} />}
      badge={
        <Badge
          id="exam-attempt"
          tone={isPassed ? 'signal' : tone}
          icon={isPassed ? <LogoMark isJoy /> : getStatusIcon(view)}
          className={cx('[&>span:last-child]:whitespace-normal', isPassed && '-ml-2')}
        >
          {label}
        </Badge>
      }
      headline={isPassed ? <bdi>{headline}</bdi> : headline}
      isPrintedAlone={isPassed}
      className={isPassed ? 'bg-signal-soft print:bg-surface' : undefined}
    >
      {isPassed && (
        <p className="font-medium">
          <bdi>{group.name}</bdi>
        </p>
      )}
      {view.reason !== null && isReasonHere && <Reason text={view.reason} />}
      {text !== '' && (
        <p
          className={cx(
            'max-w-prose text-sm text-pretty sm:text-base',
            view.status === 'payment_rejected' ? 'font-medium' : 'text-muted',
          )}
        >
          <span>{text}</span>
          {aside && <span className="sr-only">{` ${aside}`}</span>}
        </p>
      )}
      {view.status === 'exam_started' && <ClockNote groupId={group.id} view={view} />}
      {children}
    </Hero>
  )
}

const statusIcons: Partial<Record<AttemptView['status'], LucideIcon>> = {
  need_pay: CreditCard,
  exam_started: Clock,
  time_left: TimerOff,
  need_report: FileText,
}

const getStatusIcon = (view: AttemptView): ReactNode => {
  if (mayNeedAdmission(view)) return <UserCheck />
  const { status, rule, isReportOverdue } = view
  const Icon = (isReportOverdue ? undefined : statusIcons[status]) ?? toneIcon[rule.tone]
  return <Icon />
}

/** What to know about the clock in the ring, which takes the place of the one below the header. */
const ClockNote = ({ groupId, view: { endsAt, total } }: { groupId: number; view: AttemptView }) => {
  const now = useServerSecond(true)
  const left = serverClock.isDoubtful() ? null : getSecondsLeft(endsAt, total, now)
  const clockTone = getClockTone(left, total)
  const message = useClockMessage({ left, clockTone })
  useLayoutEffect(() => {
    pageClock.set(groupId)
    return () => pageClock.set(null)
  }, [groupId])
  // At zero a banner says more, and without an end the headline.
  if (message === null || left === 0 || endsAt === null) return null
  return (
    <p className={cx('text-sm font-medium', textTone[clockTone === 'danger' ? 'danger' : 'warning'])}>
      {message}
    </p>
  )
}

interface Fact {
  headline: string
  text: string
  /** What the ring shows, read aloud. */
  aside?: string
}

/** The fact that matters now, and a sentence about it. */
const useAttemptFact = (group: Group, view: AttemptView, now: number, isConfirming: boolean): Fact => {
  const { t, i18n } = useTranslation('exam')
  const { language } = i18n
  const { user } = useSession()
  const { data: config } = useQuery(configQuery())
  const formatExamTime = useExamTime()
  const { status, rule, endsAt, reportDeadline } = view
  const facts = getReportFacts(view, now, getBusinessCalendar(config))
  const at = (moment: number) => ({
    time: formatTime(moment, language),
    day: formatDayMonth(moment, language),
  })
  if (view.isReportOverdue && reportDeadline !== null)
    return { headline: t('fact.overdue', at(reportDeadline)), text: t('text.overdue') }
  // The panel below says the rest.
  if (isConfirming) return { headline: t('fact.confirming'), text: '' }
  if (mayNeedAdmission(view)) {
    const text = t(isFreeExam(group.exam) ? 'text.admissionFree' : 'text.admission')
    return { headline: t('fact.admission'), text }
  }
  const lastDay = parseMoment(group.end_date)
  if (reportDeadline !== null && rule.step === 'report') {
    const text = t(status === 'time_left' ? 'text.timeReport' : 'text.need_report')
    return {
      headline: t(`reportBy.${getNearDay(reportDeadline, now)}`, at(reportDeadline)),
      text: `${t('report.until', { time: formatExamTime(reportDeadline) })} ${text}`,
      aside: t('report.left', { time: formatMinutes((reportDeadline - now) / 1000, language) }),
    }
  }
  const isReportRequired = group.exam?.report_required !== false
  switch (status) {
    case 'need_pay':
      return {
        headline: t('fact.need_pay', { id: view.id }),
        text:
          lastDay === null ? t('text.need_pay') : t('text.payBy', { day: formatDayMonth(lastDay, language) }),
      }
    case 'payment_rejected':
      return rule.actions.includes('pay')
        ? { headline: t('fact.payAgain'), text: t('text.payment_rejected') }
        : { headline: t('fact.newAttempt'), text: t('text.noBill') }
    case 'payed':
    case 'get_access':
      return { headline: t('fact.ready'), text: t('text.get_access') }
    case 'exam_started':
      return endsAt === null
        ? { headline: t('fact.noEnd'), text: t('cockpit.endsUnknown') }
        : {
            headline: t(`until.${getNearDay(endsAt, now)}`, at(endsAt)),
            text: `${formatExamTime(endsAt)}. ${t('text.exam_started')}`,
          }
    case 'time_left':
      return isReportRequired
        ? { headline: t('fact.wait'), text: t('text.time_left') }
        : { headline: t('fact.waitResult'), text: t('text.timeNoReport') }
    case 'need_report':
      return { headline: t('fact.report'), text: `${t('report.noDeadline')} ${t('text.need_report')}` }
    case 'checking': {
      // Then the review section says what to do, and waiting is not it.
      if (facts?.phase === 'reviewOverdue') return { headline: t('fact.waitResult'), text: '' }
      const day = facts?.reviewDay ? formatReviewDay(facts.reviewDay, language) : null
      return {
        headline: day === null ? t('fact.waitResult') : t('fact.resultBy', { day }),
        text: t('text.checking'),
      }
    }
    case 'completed': {
      // Who, when and how: a certificate, also on paper.
      const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ') || user?.username
      const { pass } = getScoreMarks(group.exam)
      const day = view.finishedAt ?? endsAt
      const facts = [
        day !== null && formatDate(day, language),
        t('attempt', { id: view.id }),
        pass !== null && t('text.passMark', { points: formatNumber(pass, language) }),
      ]
      return { headline: name ?? t('headline.completed'), text: facts.filter(Boolean).join(' · ') }
    }
    case 'report_rejected':
      return { headline: t('fact.newAttempt'), text: t('text.report_rejected') }
    default:
      return { headline: t('fact.unknown'), text: t('text.unknown') }
  }
}
