import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Attempt } from '../../../packages/contract/schema.gen'
import {
  type AttemptView,
  EXAM_STEPS,
  type ExamStep,
  isFreeExam,
  mayNeedAdmission,
  toAttemptView,
} from '../../api/attempts'
import { configQuery } from '../../api/queries/config'
import type { Group } from '../../api/responses'
import {
  formatDayMonth,
  formatDeadline,
  formatDuration,
  formatInUtc,
  formatMinutes,
  formatMoney,
  formatNumber,
  formatTime,
} from '../../lib/format'
import { getZonedTime } from '../../lib/zoned-time'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { Stepper, type StepState } from '../../ui/stepper'
import { type Tone, toneIcon } from '../../ui/tone'
import { getGroupProgress, getTasksInOrder, type StatusMap } from '../groups/public'
import { getBusinessCalendar, getReviewDay, REVIEW_BUSINESS_DAYS } from './exam-dates'

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

/** `2026-12-03` as `3 декабря`. */
export const formatReviewDay = (day: string, language: string): string =>
  formatInUtc(Date.parse(day), language, { day: 'numeric', month: 'long' })

/** The status in the words of the specification. */
export const useAttemptStatus = (
  view: AttemptView,
  exam: Group['exam'],
  isConfirming = false,
): { label: string; tone: Tone } => {
  const { t } = useTranslation('exam')
  const { status, rule, isReportOverdue } = view
  if (isReportOverdue) return { label: t('headline.overdue'), tone: 'danger' }
  if (isConfirming) return { label: t('headline.confirming'), tone: rule.tone }
  if (mayNeedAdmission(view))
    return { label: t(isFreeExam(exam) ? 'headline.admissionFree' : 'headline.admission'), tone: rule.tone }
  if (status === 'checking' && exam?.report_required === false)
    return { label: t('headline.checkingExam'), tone: rule.tone }
  const { clockTone } = view
  const isLate = status === 'exam_started' && clockTone !== 'normal'
  return { label: t(`headline.${status}`), tone: isLate ? clockTone : rule.tone }
}

/** Server text: rendered as plain text. */
export const Reason = ({ text }: { text: string }) => {
  const { t } = useTranslation('exam')
  return (
    <p className="max-w-prose whitespace-pre-line text-pretty wrap-anywhere">
      <span>{t('reason')}</span> <bdi>{text}</bdi>
    </p>
  )
}

interface AttemptProps {
  view: AttemptView
  exam: Group['exam']
}

/** Every step is ahead if the status is unknown. */
const getStepState = (step: ExamStep, { rule, isReportOverdue }: AttemptView): StepState => {
  if (rule.step === null) return 'ahead'
  const distance = EXAM_STEPS.indexOf(step) - EXAM_STEPS.indexOf(rule.step)
  if (distance === 0) return step === 'report' && isReportOverdue ? 'error' : rule.stepState
  return distance < 0 ? 'done' : 'ahead'
}

type StepDetails = Record<ExamStep, string | undefined>

/** When each step was, is or will be; undefined if unknown. */
const useStepDetails = (view: AttemptView | null, exam: Group['exam']): Record<StepState, StepDetails> => {
  const { t, i18n } = useTranslation('exam')
  const { language } = i18n
  const { data: config } = useQuery(configQuery())
  const hours = typeof exam?.hours === 'number' && exam.hours > 0 ? exam.hours * 3600 : null
  const { createdAt = null, startedAt = null, endsAt = null, reportDeadline = null } = view ?? {}
  const { reportSentAt = null, finishedAt = null } = view ?? {}
  // Once there is a result, hours and minutes of the past no longer matter.
  const isOver = view?.rule.step === 'review' && view.rule.stepState !== 'current'
  const format = (moment: number | null, hasTime: boolean) => {
    if (moment === null) return undefined
    const day = formatDayMonth(moment, language)
    return hasTime ? `${day}, ${formatTime(moment, language)}` : day
  }
  const until = (moment: number | null) =>
    moment === null ? undefined : t('steps.until', { time: format(moment, true) })
  const reviewDay = view && getReviewDay(view, getBusinessCalendar(config))
  const total = view?.total ?? hours
  const length = total === null ? undefined : formatHours(total, t, language)
  const review = reviewDay
    ? t('steps.until', { time: formatReviewDay(reviewDay, language) })
    : t('steps.days', { count: REVIEW_BUSINESS_DAYS })
  const reportHours = exam?.report_hours
  const afterExam =
    typeof reportHours === 'number' && reportHours > 0
      ? t('steps.hoursAfter', { hours: formatNumber(reportHours, language) })
      : t('steps.afterExam')
  const done = {
    access: format(createdAt, false),
    start: format(startedAt, !isOver),
    exam: format(endsAt, !isOver),
    report: format(reportSentAt, !isOver),
    review: format(finishedAt, false),
  }
  const ahead = {
    ...done,
    start: done.start ?? (view && t(view.price ? 'steps.afterPayment' : 'steps.afterAdmission')) ?? undefined,
    exam: until(endsAt) ?? length,
    report: until(reportDeadline) ?? afterExam,
    review,
  }
  const now = t('step.state.current')
  return {
    done,
    ahead,
    current: { ...ahead, access: now, start: now },
    error: { ...done, access: undefined, report: until(reportDeadline) },
  }
}

interface AttemptStepsProps {
  /** Null before the first attempt. */
  view: AttemptView | null
  exam: Group['exam']
}

/** Without a report, the exam ends with its result. */
export const AttemptSteps = ({ view, exam }: AttemptStepsProps) => {
  const { t } = useTranslation('exam')
  const details = useStepDetails(view, exam)
  const rule = view?.rule
  const hasReport = exam?.report_required !== false || rule?.step === 'report'
  const steps = EXAM_STEPS.filter(step => hasReport || step !== 'report').map(step => {
    const state = view ? getStepState(step, view) : step === 'access' ? 'current' : 'ahead'
    // Without a report the time until the result is not known.
    const isResult = step === 'review' && !hasReport
    return {
      label: t(isResult ? 'step.result' : `step.${step}`),
      state,
      stateLabel:
        step === 'report' && view?.isReportOverdue
          ? t('headline.overdue')
          : t(rule?.step === null ? 'step.state.unknown' : `step.state.${state}`),
      detail: isResult && state !== 'done' ? undefined : details[state][step],
    }
  })
  return (
    <Card padding="lg" className="flex flex-col gap-4">
      <SectionTitle
        level={3}
        actions={
          view &&
          view.status !== 'completed' && (
            <span className="text-sm text-muted">{t('attempt', { id: view.id })}</span>
          )
        }
      >
        {t('steps.title')}
      </SectionTitle>
      <Stepper label={t('step.label')} steps={steps} />
    </Card>
  )
}

type Fact = [label: string, value: string]

/** Missing values show a dash. Deadlines include the time zone. */
export const AttemptFacts = ({ view, exam }: AttemptProps) => {
  const { t, i18n } = useTranslation('exam')
  const { rule, total, price, createdAt, startedAt, endsAt, finishedAt, score } = view
  const { language } = i18n
  const formatExamTime = useExamTime()
  const hasBegun = rule.step !== null && EXAM_STEPS.indexOf(rule.step) >= EXAM_STEPS.indexOf('exam')
  const isPassed = rule.step === 'review' && rule.stepState === 'done'
  const noPrice = typeof exam?.price === 'number' ? formatNumber(Number.NaN, language) : t('facts.noPrice')
  const facts: Fact[] = [[t('facts.hours'), formatHours(total, t, language)]]
  // A dash if the price is unreadable.
  if (!isPassed)
    facts.push([t('facts.price'), price ? formatMoney(price.amount, price.currency, language) : noPrice])
  facts.push([t('facts.created'), formatExamTime(createdAt)])
  if (hasBegun || startedAt !== null) facts.push([t('facts.started'), formatExamTime(startedAt)])
  if (!isPassed && (hasBegun || endsAt !== null)) facts.push([t('facts.ends'), formatExamTime(endsAt)])
  if (finishedAt !== null) facts.push([t('facts.finished'), formatExamTime(finishedAt)])
  // The result of a passed exam shows it.
  if (!isPassed && score !== null) facts.push([t('facts.score'), formatNumber(score, language)])
  return (
    <dl className="flex flex-col gap-2">
      {facts.map(([label, value]) => (
        <div key={label} className="flex min-w-0 flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Figure = [label: string, value: string, rest?: string | undefined]

/** Beside the hero on wide screens, else below it. */
const FigureList = ({ figures }: { figures: readonly Figure[] }) => {
  if (figures.length === 0) return null
  return (
    <dl className="flex shrink-0 divide-x divide-line split:w-[14.5rem] split:flex-col split:divide-x-0 split:divide-y">
      {figures.map(([label, value, rest]) => (
        <div
          key={label}
          className="flex min-w-min flex-auto flex-col gap-0.5 px-3 py-3 sm:flex-1 sm:px-6 split:justify-center"
        >
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-1.5">
            <span className="text-sm font-semibold whitespace-nowrap sm:text-lg">{value}</span>
            {rest && <span className="text-sm text-muted">{rest}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface FiguresAheadProps {
  group: Group
  /** In seconds, where the ring doesn't show them. */
  total?: number | null
}

/** Before the start: of the summary, because the tasks aren't listed yet. */
export const FiguresAhead = ({ group, total }: FiguresAheadProps) => {
  const { t, i18n } = useTranslation('exam')
  const { language } = i18n
  const number = (value: number) => formatNumber(value, language)
  const { important_left: required = 0, tasks_total: tasks = 0, points_total: points = 0, exam } = group
  const figures: Figure[] = []
  if (total !== undefined) figures.push([t('figure.hours'), formatHours(total, t, language)])
  const requiredTasks = required > 0 ? t('figure.requiredOf', { required: number(required) }) : undefined
  if (tasks > 0) figures.push([t('figure.tasks'), number(tasks), requiredTasks])
  if (total === undefined && points > 0) figures.push([t('figure.points'), number(points)])
  const reportHours = exam?.report_hours
  if (exam?.report_required === false) figures.push([t('figure.report'), t('figure.notNeeded')])
  else if (typeof reportHours === 'number' && reportHours > 0)
    figures.push([
      t('figure.report'),
      t('figure.hoursShort', { hours: number(reportHours) }),
      t('figure.after'),
    ])
  else figures.push([t('figure.report'), t('figure.needed')])
  return <FigureList figures={figures} />
}

/** What is solved: of the tasks if they are listed, else of the summary. */
export const getTaken = (group: Group, statuses: StatusMap) => {
  const { tasks_solved: solvedOf, tasks_total = 0, points_earned: earned, points_total = 0 } = group
  const tasks = getTasksInOrder(group)
  // A total of 0 leaves out what the server has not said.
  if (tasks.length === 0)
    return {
      solved: solvedOf ?? 0,
      total: solvedOf === undefined ? 0 : tasks_total,
      points: earned ?? 0,
      pointsTotal: earned === undefined ? 0 : points_total,
    }
  const { solved, points, pointsTotal } = getGroupProgress(group, statuses)
  return { solved, total: tasks.length, points, pointsTotal }
}

interface FiguresProps {
  group: Group
  statuses: StatusMap
  view: AttemptView
  /** Known after a visit of the leaderboard or of the list of groups. */
  place: { rank: number; total: number | undefined } | null
}

/** A shorter average isn't shown. */
const MIN_PACE_SECONDS = 900

/** From the start on. The ring shows what is solved until there is a result. */
export const FiguresTaken = ({ group, statuses, view, place }: FiguresProps) => {
  const { t, i18n } = useTranslation('exam')
  const { language } = i18n
  const number = (value: number) => formatNumber(value, language)
  const { data: config } = useQuery(configQuery())
  const { rule, left } = view
  const required = getTasksInOrder(group).filter(task => task.important)
  const { requiredLeft } = getGroupProgress(group, statuses)
  const { solved, total, points, pointsTotal } = getTaken(group, statuses)
  const figures: Figure[] = []
  const addPart = (label: string, value: number, whole = 0) => {
    if (whole > 0) figures.push([label, number(value), t('figure.of', { total: number(whole) })])
  }
  addPart(t('figure.required'), required.length - requiredLeft, required.length)
  if (view.status === 'completed') addPart(t('figure.solved'), solved, total)
  if (view.status === 'completed' && place) addPart(t('figure.place'), place.rank, place.total)
  else addPart(t('figure.points'), points, pointsTotal)
  const pace = left === null || requiredLeft === 0 ? 0 : left / requiredLeft
  const reviewDay = getReviewDay(view, getBusinessCalendar(config))
  if (rule.actions.includes('openTasks') && pace >= MIN_PACE_SECONDS)
    figures.push([t('cockpit.pace'), formatMinutes(pace, language)])
  if (rule.step === 'report' && reviewDay)
    figures.push([t('figure.result'), t('figure.resultBy', { day: formatReviewDay(reviewDay, language) })])
  return <FigureList figures={figures} />
}

interface EarlierAttemptsProps {
  attempts: readonly Attempt[]
  exam: Group['exam']
  now: number
}

export const EarlierAttempts = ({ attempts, exam, now }: EarlierAttemptsProps) => (
  <ul className="flex flex-col divide-y divide-line">
    {attempts.map(attempt => (
      <EarlierAttempt key={attempt.id} view={toAttemptView(attempt, now)} exam={exam} />
    ))}
  </ul>
)

const EarlierAttempt = ({ view, exam }: AttemptProps) => {
  const { t, i18n } = useTranslation('exam')
  const { label, tone } = useAttemptStatus(view, exam)
  const Icon = toneIcon[tone]
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{t('attempt', { id: view.id })}</span>
        <Badge tone={tone} icon={<Icon />}>
          {label}
        </Badge>
        <span className="text-muted">{formatDeadline(view.createdAt, i18n.language)}</span>
        {view.score !== null && (
          <span>{`${t('facts.score')}: ${formatNumber(view.score, i18n.language)}`}</span>
        )}
      </p>
      {view.reason !== null && <Reason text={view.reason} />}
    </li>
  )
}
