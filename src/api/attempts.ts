import type { Attempt, AttemptStatus } from '../../packages/contract/schema.gen'
import { parseMoment } from '../lib/format'
import { serverClock } from '../lib/server-clock'
import { type Group, getAttempts } from './responses'

export const EXAM_STEPS = ['access', 'start', 'exam', 'report', 'review'] as const

export type ExamStep = (typeof EXAM_STEPS)[number]

/** What a candidate can do about an attempt. The UI checks these actions, never a status. */
export type AttemptAction =
  | 'pay'
  | 'checkPayment'
  | 'start'
  | 'openTasks'
  | 'sendReport'
  | 'refresh'
  | 'newAttempt'
  | 'competencies'
  | 'leaderboard'
  | 'feedback'

export interface AttemptRule {
  /** Null when unknown. */
  step: ExamStep | null
  /** State of that step; earlier steps are done, later ones are ahead. */
  stepState: 'current' | 'done' | 'error'
  tone: 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'
  /** The main action first. */
  actions: readonly AttemptAction[]
}

/** What optional fields of an attempt add to its status. */
export interface AttemptExtras {
  /** The server has sent the URL of the bank's page. */
  hasPaymentUrl: boolean
  /** The report's deadline is known, over or not. */
  isReportAsked: boolean
  /** It is known and not over. */
  isReportDue: boolean
}

const CURRENT = { stepState: 'current' } as const

/** The only place that interprets statuses. `newAttempt` where the attempt may have ended; the server decides. */
const RULES: Record<AttemptStatus, AttemptRule> = {
  need_pay: { ...CURRENT, step: 'access', tone: 'warning', actions: ['pay', 'checkPayment'] },
  payment_rejected: { step: 'access', stepState: 'error', tone: 'danger', actions: ['pay', 'checkPayment'] },
  payed: { ...CURRENT, step: 'start', tone: 'success', actions: ['start', 'refresh'] },
  get_access: { ...CURRENT, step: 'start', tone: 'success', actions: ['start'] },
  exam_started: { ...CURRENT, step: 'exam', tone: 'accent', actions: ['openTasks'] },
  time_left: { step: 'exam', stepState: 'done', tone: 'warning', actions: ['refresh', 'newAttempt'] },
  need_report: { ...CURRENT, step: 'report', tone: 'warning', actions: ['sendReport', 'refresh'] },
  // Without this action the candidate couldn't check whether the review is done.
  checking: { ...CURRENT, step: 'review', tone: 'info', actions: ['refresh'] },
  completed: {
    step: 'review',
    stepState: 'done',
    tone: 'success',
    actions: ['competencies', 'leaderboard', 'newAttempt'],
  },
  report_rejected: { step: 'review', stepState: 'error', tone: 'danger', actions: ['newAttempt'] },
  unknown: { ...CURRENT, step: null, tone: 'neutral', actions: ['refresh', 'feedback'] },
}

/** Overrides for optional fields of the attempt. */
const getOverride = (
  status: unknown,
  { hasPaymentUrl, isReportAsked, isReportDue }: AttemptExtras,
): Partial<AttemptRule> => {
  if (status === 'payment_rejected' && !hasPaymentUrl) return { actions: ['checkPayment', 'newAttempt'] }
  if (status === 'time_left' && isReportDue)
    return { ...CURRENT, step: 'report', actions: ['sendReport', 'refresh'] }
  if (status === 'time_left' && isReportAsked) return { ...CURRENT, step: 'report' }
  return {}
}

/** The status if known, else `unknown`, also for values that are not strings. */
export const toKnownStatus = (status: unknown): AttemptStatus =>
  typeof status === 'string' && Object.hasOwn(RULES, status) ? (status as AttemptStatus) : 'unknown'

export const getAttemptRule = (status: unknown, extras?: AttemptExtras): AttemptRule => ({
  ...RULES[toKnownStatus(status)],
  ...(extras && getOverride(status, extras)),
})

const WARNING_SHARE = 0.2
const DANGER_SHARE = 0.05

/** Other dates are zero or "never" values of a server (years 1, 1970, 9999). */
const EARLIEST_MS = Date.UTC(2000, 0)
const LATEST_MS = Date.UTC(2200, 0)

const moment = (value: unknown): number | null => {
  const time = typeof value === 'string' ? parseMoment(value) : null
  return time !== null && time >= EARLIEST_MS && time < LATEST_MS ? time : null
}

/** Maximum of the contract. */
const MAX_HOURS = 720

/** Start, end and hours may be rounded differently. */
const ROUNDING_SECONDS = 2

const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

const text = (value: unknown): string | null => {
  const trimmed = typeof value === 'string' ? value.trim() : ''
  return trimmed === '' ? null : trimmed
}

const hasText = (value: unknown): boolean => text(value) !== null

/** Of an attempt or of the settings of an exam; null when unreadable. */
export const getPrice = ({ price, currency }: { price?: unknown; currency?: unknown } = {}) => {
  const amount = number(price)
  return amount !== null && amount >= 0 && typeof currency === 'string' ? { amount, currency } : null
}

/** The highest score and the pass mark of an exam; null if unknown. */
export const getScoreMarks = ({
  score_total,
  score_pass,
}: {
  score_total?: unknown
  score_pass?: unknown
} = {}) => {
  const total = number(score_total)
  return { total: total !== null && total > 0 ? total : null, pass: number(score_pass) }
}

const getTotalSeconds = (
  { hours }: Attempt,
  startedAt: number | null,
  endsAt: number | null,
): number | null => {
  const most = number(hours) ?? 0
  const planned = most > 0 && most <= MAX_HOURS ? Math.round(most * 3600) : null
  if (startedAt === null || endsAt === null) return planned
  // An extended exam lasts from its start to the new end.
  const given = Math.round((endsAt - startedAt) / 1000)
  return planned !== null && Math.abs(given - planned) <= ROUNDING_SECONDS ? planned : given
}

/** Seconds; null without an end. */
export const getSecondsLeft = (endsAt: number | null, total: number | null, now: number): number | null => {
  if (endsAt === null) return null
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000))
  // Never show more time than the exam has (E06).
  return total === null ? left : Math.min(left, total)
}

/** The clocks of a platform's own servers differ by less. */
const START_TOLERANCE_MS = 60_000
/** A platform may close attempts by a task that runs every few minutes. */
const CLOSING_MS = 5 * 60_000

/**
 * Whether a running attempt contradicts the server's time: it starts in the future, or the server, asked now, still calls it
 * running long after its end. One of the two is wrong, so nobody knows how much time is left.
 */
export const contradictsTime = ({ startedAt, endsAt }: AttemptView, answeredAt: number): boolean =>
  (startedAt !== null && answeredAt < startedAt - START_TOLERANCE_MS) ||
  (endsAt !== null && answeredAt > endsAt + CLOSING_MS)

export const getClockTone = (left: number | null, total: number | null): 'normal' | 'warning' | 'danger' => {
  if (left === null || total === null) return 'normal'
  if (left < total * DANGER_SHARE) return 'danger'
  return left < total * WARNING_SHARE ? 'warning' : 'normal'
}

/** Times in server milliseconds, durations in seconds. Malformed fields are null (E11), also without an offset (E04). */
export const toAttemptView = (attempt: Attempt, now: number) => {
  const status = toKnownStatus(attempt.status)
  const startedAt = moment(attempt.started_at)
  const end = moment(attempt.ends_at)
  // Ignore an end before the start.
  const endsAt = end !== null && startedAt !== null && end <= startedAt ? null : end
  const total = getTotalSeconds(attempt, startedAt, endsAt)
  const isKnown = status === 'exam_started' && !serverClock.isDoubtful()
  const left = isKnown ? getSecondsLeft(endsAt, total, now) : null
  const reportDeadline = moment(attempt.report_deadline)
  const isReportDue = reportDeadline !== null && reportDeadline > now
  const isReportStatus = status === 'need_report' || status === 'time_left'
  return {
    id: attempt.id,
    status,
    rule: getAttemptRule(status, {
      hasPaymentUrl: hasText(attempt.payment_url),
      isReportAsked: reportDeadline !== null,
      isReportDue,
    }),
    /** Duration of the exam. */
    total,
    createdAt: moment(attempt.created_at),
    startedAt,
    endsAt,
    /** While running; between 0 and `total`. Null while the server's time contradicts itself (E16). */
    left,
    /** Less than a fifth left is a warning, less than a twentieth danger. */
    clockTone: getClockTone(left, total),
    reportDeadline,
    /** The report is still required and its deadline is over. */
    isReportOverdue: isReportStatus && reportDeadline !== null && !isReportDue,
    reportSentAt: moment(attempt.report_sent_at),
    reviewDue: moment(attempt.review_due),
    /** When the result came. */
    finishedAt: moment(attempt.finished_at),
    /** The server's reason for a rejected payment or report, as plain text. */
    reason: text(attempt.rejection_reason),
    /** In minor units. */
    price: getPrice(attempt),
    /** Unchecked; `checkPaymentUrl` decides whether it may be framed. */
    paymentUrl: attempt.payment_url as unknown,
    score: number(attempt.score),
  }
}

export type AttemptView = ReturnType<typeof toAttemptView>

/** Without a price and a bill, the attempt may wait for a payment or for an administrator. */
export const mayNeedAdmission = ({
  status,
  price,
  paymentUrl,
}: Pick<AttemptView, 'status' | 'price' | 'paymentUrl'>): boolean =>
  status === 'need_pay' && price === null && !hasText(paymentUrl)

/** The rules of the exam are known, and there is no price among them. */
export const isFreeExam = (exam: Group['exam']): boolean =>
  exam !== undefined && Object.keys(exam).length > 0 && getPrice(exam) === null

/** What matters of an attempt. The payment URL may be signed again each time. */
const STATE_FIELDS = [
  'status',
  'hours',
  'started_at',
  'ends_at',
  'report_deadline',
  'review_due',
  'rejection_reason',
  'score',
  'finished_at',
]

/** Whether two responses differ in what matters. */
export const hasStateChanged = (before: Attempt | undefined, after: Attempt | undefined): boolean =>
  JSON.stringify(before, STATE_FIELDS) !== JSON.stringify(after, STATE_FIELDS)

const allowsNewAttempt = (attempt: Attempt, now: number): boolean =>
  toAttemptView(attempt, now).rule.actions.includes('newAttempt')

/** The newest attempt that can't have ended, else the newest; null without attempts. */
export const getCurrentAttempt = (
  group: Pick<Group, 'attempts'> | undefined,
  now: number = serverClock.now(),
): Attempt | null => {
  const all = getAttempts(group)
  return all.find(attempt => !allowsNewAttempt(attempt, now)) ?? all[0] ?? null
}

/** Whether an attempt can be requested: there is none, or the current one allows another. */
export const canRequestAttempt = (
  group: Pick<Group, 'attempts' | 'is_exam'>,
  now: number = serverClock.now(),
): boolean => {
  const current = getCurrentAttempt(group, now)
  return group.is_exam !== false && (!current || allowsNewAttempt(current, now))
}

export const getRunningAttempt = (group: Pick<Group, 'attempts'> | undefined): Attempt | null =>
  getAttempts(group).find(({ status }) => toKnownStatus(status) === 'exam_started') ?? null

/** Tasks of an exam are accessible only while an attempt runs. Administrators have no attempts. */
export const areTasksClosed = (group: Pick<Group, 'attempts' | 'is_exam' | 'is_admin'>): boolean =>
  group.is_exam === true && !group.is_admin && !getRunningAttempt(group)
