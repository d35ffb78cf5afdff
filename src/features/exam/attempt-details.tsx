import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Attempt } from '../../../packages/contract/schema.gen'
import {
  type AttemptRule,
  type AttemptView,
  EXAM_STEPS,
  type ExamStep,
  mayNeedAdmission,
  toAttemptView,
} from '../../api/attempts'
import { configQuery } from '../../api/queries/config'
import type { Group } from '../../api/responses'
import { formatDeadline, formatDuration, formatMoney, formatNumber, formatTime } from '../../lib/format'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import { Ring } from '../../ui/ring'
import { Stepper, type StepState } from '../../ui/stepper'
import { type Tone, textTone, toneIcon } from '../../ui/tone'
import { getGroupProgress, type StatusMap } from '../groups/public'
import { type LabEnd, useLabEnd } from '../lab/public'
import { getBusinessCalendar, getReportFacts, getZonedTime } from './exam-dates'

/** Whole hours as hours (24 h stays 24 h), otherwise a duration; a dash if unknown. */
export const formatHours = (seconds: number | null, t: TFunction<'exam'>, language: string): string => {
  const hours = seconds === null ? Number.NaN : seconds / 3600
  return Number.isInteger(hours) ? t('hours', { count: hours }) : formatDuration(seconds ?? hours, language)
}

/** Formats a time of an exam in the device's time zone and, where it differs, in that of the platform. */
export const useExamTime = (): ((moment: number | null) => string) => {
  const { t, i18n } = useTranslation('exam')
  const { data: config } = useQuery(configQuery())
  const zone = config?.time_zone
  return moment => {
    const own = formatDeadline(moment, i18n.language)
    if (moment === null || !zone || getZonedTime(moment, zone).offset === getZonedTime(moment).offset)
      return own
    return t('zone.both', { own, platform: formatDeadline(moment, i18n.language, zone) })
  }
}

const useAttemptLabels = (view: AttemptView, exam: Group['exam']) => {
  const { t, i18n } = useTranslation('exam')
  const { status, rule, isReportOverdue, reportDeadline } = view
  const { tone } = rule
  const isReportRequired = exam?.report_required !== false
  if (isReportOverdue) return { headline: t('headline.overdue'), text: '', tone: 'danger' as const }
  if (mayNeedAdmission(view)) return { headline: t('headline.admission'), text: t('text.admission'), tone }
  if (status === 'payment_rejected' && !rule.actions.includes('pay'))
    return { headline: t('headline.payment_rejected'), text: t('text.noBill'), tone }
  if (status === 'time_left' && rule.step === 'report')
    return { headline: t('headline.time_left'), text: t('text.timeReport'), tone }
  if (status === 'time_left' && !isReportRequired)
    return { headline: t('headline.time_left'), text: t('text.timeNoReport'), tone }
  if (status === 'checking' && !isReportRequired)
    return { headline: t('headline.checkingExam'), text: t('text.checking'), tone }
  const headline =
    status === 'need_report' && reportDeadline !== null
      ? t('headline.need_report_by', { time: formatDeadline(reportDeadline, i18n.language) })
      : t(`headline.${status}`)
  return { headline, text: t(`text.${status}`), tone }
}

/** Server text: rendered as plain text. */
const Reason = ({ text }: { text: string }) => {
  const { t } = useTranslation('exam')
  return (
    <p className="max-w-prose whitespace-pre-line wrap-anywhere">
      <span>{t('reason')}</span> <bdi>{text}</bdi>
    </p>
  )
}

interface AttemptProps {
  view: AttemptView
  exam: Group['exam']
}

/** Number, status and explanation of the current attempt. `now` is server time in milliseconds. */
export const AttemptHead = ({ view, exam, now }: AttemptProps & { now: number }) => {
  const { t } = useTranslation('exam')
  const { data: config } = useQuery(configQuery())
  // Then the review section says what to do, and waiting is not it.
  const isReviewLate = getReportFacts(view, now, getBusinessCalendar(config))?.phase === 'reviewOverdue'
  const { headline, text, tone } = useAttemptLabels(view, exam)
  const Icon = toneIcon[tone]
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">{t('attempt', { id: view.id })}</p>
      <SectionTitle id="exam-attempt">
        <span className="flex gap-2">
          <Icon className={`mt-1 size-5 shrink-0 ${textTone[tone]}`} />
          <span>{headline}</span>
        </span>
      </SectionTitle>
      {text !== '' && !isReviewLate && <p className="max-w-prose text-muted">{text}</p>}
      {view.rule.step === null && view.reason !== null && <Reason text={view.reason} />}
    </div>
  )
}

/** Every step is ahead if the status is unknown. */
const getStepState = (step: ExamStep, rule: AttemptRule): StepState => {
  if (rule.step === null) return 'ahead'
  const distance = EXAM_STEPS.indexOf(step) - EXAM_STEPS.indexOf(rule.step)
  if (distance === 0) return rule.stepState
  return distance < 0 ? 'done' : 'ahead'
}

/** Without a report, the exam ends with its result. */
export const AttemptStepper = ({ rule, exam }: { rule: AttemptRule; exam: Group['exam'] }) => {
  const { t } = useTranslation('exam')
  const hasReport = exam?.report_required !== false || rule.step === 'report'
  const steps = EXAM_STEPS.filter(step => hasReport || step !== 'report').map(step => {
    const state = getStepState(step, rule)
    return {
      label: t(step === 'review' && !hasReport ? 'step.result' : `step.${step}`),
      state,
      stateLabel: t(rule.step === null ? 'step.state.unknown' : `step.state.${state}`),
    }
  })
  return <Stepper label={t('step.label')} steps={steps} />
}

type Fact = [label: string, value: string]

const FactList = ({ facts, isLarge = false }: { facts: readonly Fact[]; isLarge?: boolean }) => (
  <dl
    className={
      isLarge
        ? 'flex flex-wrap gap-x-8 gap-y-4'
        : 'grid gap-x-6 gap-y-3 text-sm xs:grid-cols-2 @3xl:grid-cols-3'
    }
  >
    {facts.map(([label, value]) => (
      <div key={label} className="flex min-w-0 flex-col">
        <dt className="text-xs text-muted">{label}</dt>
        <dd className={cx('tabular-nums', isLarge ? 'font-display text-xl' : 'font-medium')}>{value}</dd>
      </div>
    ))}
  </dl>
)

/** Missing values show a dash. Deadlines include the time zone. */
export const AttemptFacts = ({ view, exam }: AttemptProps) => {
  const { t, i18n } = useTranslation('exam')
  const { rule, total, price, createdAt, startedAt, endsAt, score } = view
  const { language } = i18n
  const formatExamTime = useExamTime()
  const hasBegun = rule.step !== null && EXAM_STEPS.indexOf(rule.step) >= EXAM_STEPS.indexOf('exam')
  const isPassed = rule.step === 'review' && rule.stepState === 'done'
  const noPrice = typeof exam?.price === 'number' ? formatNumber(Number.NaN, language) : t('facts.noPrice')
  const facts: Fact[] = [
    [t('facts.hours'), formatHours(total, t, language)],
    // A dash if the price is unreadable.
    [t('facts.price'), price ? formatMoney(price.amount, price.currency, language) : noPrice],
    [t('facts.created'), formatExamTime(createdAt)],
  ]
  if (hasBegun || startedAt !== null) facts.push([t('facts.started'), formatExamTime(startedAt)])
  if (hasBegun || endsAt !== null) facts.push([t('facts.ends'), formatExamTime(endsAt)])
  // The result of a passed exam shows it.
  if (!isPassed && score !== null) facts.push([t('facts.score'), formatNumber(score, language)])
  return <FactList facts={facts} />
}

interface EarlierAttemptsProps {
  attempts: readonly Attempt[]
  exam: Group['exam']
  now: number
}

export const EarlierAttempts = ({ attempts, exam, now }: EarlierAttemptsProps) => {
  const { t } = useTranslation('exam')
  if (attempts.length === 0) return null
  return (
    <details className="rounded-card border border-line bg-surface px-4 py-2 text-sm sm:px-6">
      <summary className="font-medium">{t('earlier.title', { total: attempts.length })}</summary>
      <ul className="flex flex-col divide-y divide-line">
        {attempts.map(attempt => (
          <EarlierAttempt key={attempt.id} view={toAttemptView(attempt, now)} exam={exam} />
        ))}
      </ul>
    </details>
  )
}

const EarlierAttempt = ({ view, exam }: AttemptProps) => {
  const { t, i18n } = useTranslation('exam')
  const { headline, tone } = useAttemptLabels(view, exam)
  const Icon = toneIcon[tone]
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{t('attempt', { id: view.id })}</span>
        <Badge tone={tone} icon={<Icon />}>
          {headline}
        </Badge>
        <span className="text-muted tabular-nums">{formatDeadline(view.createdAt, i18n.language)}</span>
        {view.score !== null && (
          <span className="tabular-nums">
            {`${t('facts.score')}: ${formatNumber(view.score, i18n.language)}`}
          </span>
        )}
      </p>
      {view.reason !== null && <Reason text={view.reason} />}
    </li>
  )
}

interface ExamProgressProps {
  group: Group
  statuses: StatusMap
  view: AttemptView
  /** Server time in milliseconds, updated every minute. */
  now: number
}

/** Rounded down to whole minutes, so that no time is promised that isn't there. */
const formatMinutes = (seconds: number, language: string): string =>
  formatDuration(Math.floor(seconds / 60) * 60, language)

/** As the bar under the header: a warning from 20 %, danger from 5 %. */
const getTimeTone = (share: number): Tone => (share < 0.05 ? 'danger' : share < 0.2 ? 'warning' : 'accent')

/** Remaining tasks and time of a running exam. */
export const ExamProgress = ({ group, statuses, view, now }: ExamProgressProps) => {
  const { t, i18n } = useTranslation('exam')
  const { language } = i18n
  const formatExamTime = useExamTime()
  const lab = useLabEnd(group.id, now)
  const { total, requiredLeft } = getGroupProgress(group, statuses)
  const { left, endsAt } = view
  const atZero = t(group.exam?.report_required === false ? 'cockpit.atZero' : 'cockpit.atZeroReport')
  const pace = left === null || requiredLeft === 0 ? 0 : left / requiredLeft
  const facts: Fact[] = []
  if (left === null) facts.push([t('cockpit.left'), t('cockpit.unknown')])
  else if (left > 0)
    facts.push([t('cockpit.left'), left < 60 ? t('cockpit.soon') : formatMinutes(left, language)])
  if (total > 0)
    facts.push([
      t('cockpit.required'),
      requiredLeft > 0 ? t('cockpit.requiredLeft', { total: requiredLeft }) : t('cockpit.requiredDone'),
    ])
  if (pace >= 60)
    facts.push([t('cockpit.pace'), t('cockpit.perTask', { time: formatMinutes(pace, language) })])
  return (
    <section aria-labelledby="exam-cockpit" className="flex flex-col gap-4">
      <h3 id="exam-cockpit" className="sr-only">
        {t('cockpit.title')}
      </h3>
      {left === 0 && (
        <Banner tone="warning" role="status" title={t('cockpit.over')}>
          {t('cockpit.overText')}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-6">
        {left !== null && view.total !== null && view.total > 0 && (
          <Ring share={left / view.total} tone={getTimeTone(left / view.total)} className="size-[6rem]" />
        )}
        <FactList facts={facts} isLarge />
      </div>
      {lab && endsAt !== null && lab.endsAt < endsAt && <LabWarning groupId={group.id} lab={lab} now={now} />}
      <p className="max-w-prose text-sm text-muted">
        {endsAt === null
          ? t('cockpit.endsUnknown')
          : `${t('cockpit.ends', { time: formatExamTime(endsAt) })} ${atZero}`}
      </p>
    </section>
  )
}

const LabWarning = ({ groupId, lab, now }: { groupId: number; lab: LabEnd; now: number }) => {
  const { t, i18n } = useTranslation('exam')
  const left = Math.max(60, Math.ceil((lab.endsAt - now) / 60_000) * 60)
  return (
    <Banner
      tone="warning"
      role="status"
      icon={<FlaskConical />}
      title={t('cockpit.lab')}
      action={
        <Link
          to="/group/$groupId/task/$taskId"
          params={{ groupId, taskId: lab.taskId }}
          hash="lab"
          className={buttonClass({ size: 'sm' })}
        >
          {t('cockpit.labGo')}
        </Link>
      }
    >
      {lab.title !== null && (
        <>
          <bdi>{lab.title}</bdi>
          <span>: </span>
        </>
      )}
      <span>
        {t('cockpit.labEnds', {
          time: formatTime(lab.endsAt, i18n.language),
          left: formatDuration(left, i18n.language),
        })}
      </span>
    </Banner>
  )
}
