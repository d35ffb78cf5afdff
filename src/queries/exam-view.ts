import type { Attempt, AttemptStatus } from '../api/schema.gen'
import { parseMoment } from '../lib/format'
import { serverClock } from '../lib/server-clock'
import type { Group } from './answers'
import { type AttemptRule, attemptRule, knownStatus } from './attempt-rules'

/** An attempt as a screen shows it. Moments are milliseconds since the epoch by the server, spans are seconds. */
export interface AttemptView {
  id: number
  status: AttemptStatus
  rule: AttemptRule
  /** Length of the exam time; null when the server did not say. */
  total: number | null
  startedAt: number | null
  endsAt: number | null
  /** While the exam runs; never negative, never above `total`, null when the end is not known. */
  left: number | null
  /** Which words and colour the clock has: under a fifth warning, under a twentieth danger (ux §4). */
  clockTone: 'normal' | 'warning' | 'danger'
  reportDeadline: number | null
  /** The report is still asked for, and its deadline has passed. */
  isReportOverdue: boolean
  reviewDue: number | null
  /** The server's own words about a rejected payment or report: plain text. */
  reason: string | null
  /** In minor units, with its currency. */
  price: { amount: number; currency: string } | null
  /** As it came; only `paymentUrl` of `src/lib/payment-url.ts` says whether it may be framed. */
  paymentUrl: unknown
  score: number | null
}

const warningShare = 0.2
const dangerShare = 0.05

/** Before and after these no exam takes place: such a date is how some server writes "none" (the years 1, 1970, 9999). */
const earliest = Date.UTC(2000, 0)
const latest = Date.UTC(2200, 0)

const moment = (value: unknown): number | null => {
  const time = typeof value === 'string' ? parseMoment(value) : null
  return time !== null && time >= earliest && time < latest ? time : null
}

/** An exam is no longer than that (the contract's `maximum`); more is no number of hours. */
const mostHours = 720

/** So much may start and end differ from the hours because each was rounded in its own way. */
const roundingSeconds = 2

const positive = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null

const text = (value: unknown): string | null => {
  const words = typeof value === 'string' ? value.trim() : ''
  return words === '' ? null : words
}

const hasText = (value: unknown): boolean => text(value) !== null

const priceOf = ({ price, currency }: Attempt): AttemptView['price'] =>
  typeof price === 'number' && Number.isFinite(price) && price >= 0 && typeof currency === 'string'
    ? { amount: price, currency }
    : null

const totalOf = (hours: unknown, startedAt: number | null, endsAt: number | null): number | null => {
  const most = positive(hours)
  const planned = most === null || most > mostHours ? null : Math.round(most * 3600)
  if (startedAt === null || endsAt === null) return planned
  // An end that was moved counts from the start, so that an extension is not cut off.
  const given = Math.round((endsAt - startedAt) / 1000)
  return planned !== null && Math.abs(given - planned) <= roundingSeconds ? planned : given
}

const leftOf = (endsAt: number | null, total: number | null, now: number): number | null => {
  if (endsAt === null) return null
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000))
  // Whatever a clock says, nobody is shown more time than the exam has (E06).
  return total === null ? left : Math.min(left, total)
}

const clockTone = (left: number | null, total: number | null): AttemptView['clockTone'] => {
  if (left === null || total === null) return 'normal'
  if (left < total * dangerShare) return 'danger'
  return left < total * warningShare ? 'warning' : 'normal'
}

/**
 * Everything a screen shows of an attempt, from the server's answer and the server's time. Drifted fields count as absent
 * (E11), and so does an end without an offset (E04, `parseMoment`).
 */
export const attemptView = (attempt: Attempt, now: number): AttemptView => {
  const status = knownStatus(attempt.status)
  const startedAt = moment(attempt.started_at)
  const end = moment(attempt.ends_at)
  // An end before the beginning is none.
  const endsAt = end !== null && startedAt !== null && end <= startedAt ? null : end
  const total = totalOf(attempt.hours, startedAt, endsAt)
  const isRunning = status === 'exam_started'
  const left = isRunning ? leftOf(endsAt, total, now) : null
  const reportDeadline = moment(attempt.report_deadline)
  const isReportDue = reportDeadline !== null && reportDeadline > now
  const isReportStatus = status === 'need_report' || status === 'time_left'
  return {
    id: attempt.id,
    status,
    rule: attemptRule(status, { hasPaymentUrl: hasText(attempt.payment_url), isReportDue }),
    total,
    startedAt,
    endsAt,
    left,
    clockTone: clockTone(left, total),
    reportDeadline,
    isReportOverdue: isReportStatus && reportDeadline !== null && !isReportDue,
    reviewDue: moment(attempt.review_due),
    reason: text(attempt.rejection_reason),
    price: priceOf(attempt),
    paymentUrl: attempt.payment_url,
    score: typeof attempt.score === 'number' && Number.isFinite(attempt.score) ? attempt.score : null,
  }
}

/** Without a price and a bill nobody can tell whether the attempt waits for money or for an administrator. */
export const mayNeedAdmission = ({
  status,
  price,
  paymentUrl,
}: Pick<AttemptView, 'status' | 'price' | 'paymentUrl'>): boolean =>
  status === 'need_pay' && price === null && !hasText(paymentUrl)

/**
 * Whether two answers say different things of an attempt. A payment's address that is signed anew with each answer is no
 * news, and neither is another order of keys.
 */
export const isOtherState = (before: Attempt | undefined, after: Attempt | undefined): boolean => {
  const state = (attempt: Attempt | undefined) => {
    const { status, hours, started_at, ends_at, report_deadline, review_due } = attempt ?? {}
    const times = [hours, started_at, ends_at, report_deadline, review_due]
    return JSON.stringify([status, ...times, attempt?.rejection_reason, attempt?.score])
  }
  return state(before) !== state(after)
}

const isAttempt = (value: unknown): value is Attempt =>
  typeof value === 'object' && value !== null && 'id' in value && Number.isSafeInteger(value.id)

/** The attempts of a group, the newest first; none where an answer has drifted. */
export const attemptsOf = (group: Pick<Group, 'attempts'> | undefined): Attempt[] => {
  const attempts: unknown = group?.attempts
  return (Array.isArray(attempts) ? attempts : []).filter(isAttempt).sort((a, b) => b.id - a.id)
}

const allowsAnother = (attempt: Attempt, now: number): boolean =>
  attemptView(attempt, now).rule.actions.includes('newAttempt')

/** The attempt that counts now: the newest that cannot have ended, else the newest; null when there is none. */
export const currentAttempt = (
  group: Pick<Group, 'attempts'> | undefined,
  now: number = serverClock.now(),
): Attempt | null => {
  const all = attemptsOf(group)
  return all.find(attempt => !allowsAnother(attempt, now)) ?? all[0] ?? null
}

/** Whether an attempt may be asked for: there is none, or the one that counts allows another. */
export const canRequestAttempt = (
  group: Pick<Group, 'attempts' | 'is_exam'>,
  now: number = serverClock.now(),
): boolean => {
  const current = currentAttempt(group, now)
  return group.is_exam === true && (!current || allowsAnother(current, now))
}

/** The attempt whose exam time is running, if any. */
export const runningAttempt = (group: Pick<Group, 'attempts'> | undefined): Attempt | null =>
  attemptsOf(group).find(({ status }) => knownStatus(status) === 'exam_started') ?? null

/** The tasks of an exam can be opened only while an attempt runs. Administrators have no attempts. */
export const areTasksClosed = (group: Pick<Group, 'attempts' | 'is_exam' | 'is_admin'>): boolean =>
  group.is_exam === true && !group.is_admin && !runningAttempt(group)
