import type { Attempt, AttemptStatus } from '../api/schema.gen'
import { parseMoment } from '../lib/format'
import { isRecord } from '../lib/is-record'
import { serverClock } from '../lib/server-clock'
import { type AttemptRule, getAttemptRule, toKnownStatus } from './attempt-rules'
import type { Group } from './responses'

/** View model of an attempt. Times are server time in milliseconds, durations in seconds. */
export interface AttemptView {
  id: number
  status: AttemptStatus
  rule: AttemptRule
  /** Duration of the exam; null when unknown. */
  total: number | null
  startedAt: number | null
  endsAt: number | null
  /** While running; between 0 and `total`, null when the end is unknown. */
  left: number | null
  /** Less than a fifth left is a warning, less than a twentieth danger. */
  clockTone: 'normal' | 'warning' | 'danger'
  reportDeadline: number | null
  /** The report is still required and its deadline is over. */
  isReportOverdue: boolean
  reviewDue: number | null
  /** The server's reason for a rejected payment or report, as plain text. */
  reason: string | null
  /** In minor units. */
  price: { amount: number; currency: string } | null
  /** Unchecked; `checkPaymentUrl` decides whether it may be framed. */
  paymentUrl: unknown
  score: number | null
}

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

const positive = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null

const text = (value: unknown): string | null => {
  const trimmed = typeof value === 'string' ? value.trim() : ''
  return trimmed === '' ? null : trimmed
}

const hasText = (value: unknown): boolean => text(value) !== null

const getPrice = ({ price, currency }: Attempt): AttemptView['price'] =>
  typeof price === 'number' && Number.isFinite(price) && price >= 0 && typeof currency === 'string'
    ? { amount: price, currency }
    : null

const getTotalSeconds = (hours: unknown, startedAt: number | null, endsAt: number | null): number | null => {
  const most = positive(hours)
  const planned = most === null || most > MAX_HOURS ? null : Math.round(most * 3600)
  if (startedAt === null || endsAt === null) return planned
  // An extended exam lasts from its start to the new end.
  const given = Math.round((endsAt - startedAt) / 1000)
  return planned !== null && Math.abs(given - planned) <= ROUNDING_SECONDS ? planned : given
}

const getSecondsLeft = (endsAt: number | null, total: number | null, now: number): number | null => {
  if (endsAt === null) return null
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000))
  // Never show more time than the exam has (E06).
  return total === null ? left : Math.min(left, total)
}

const getClockTone = (left: number | null, total: number | null): AttemptView['clockTone'] => {
  if (left === null || total === null) return 'normal'
  if (left < total * DANGER_SHARE) return 'danger'
  return left < total * WARNING_SHARE ? 'warning' : 'normal'
}

/**
 * Builds the view model from the response and the server time. Malformed fields count as missing (E11), also an end
 * without an offset (E04).
 */
export const toAttemptView = (attempt: Attempt, now: number): AttemptView => {
  const status = toKnownStatus(attempt.status)
  const startedAt = moment(attempt.started_at)
  const end = moment(attempt.ends_at)
  // Ignore an end before the start.
  const endsAt = end !== null && startedAt !== null && end <= startedAt ? null : end
  const total = getTotalSeconds(attempt.hours, startedAt, endsAt)
  const isRunning = status === 'exam_started'
  const left = isRunning ? getSecondsLeft(endsAt, total, now) : null
  const reportDeadline = moment(attempt.report_deadline)
  const isReportDue = reportDeadline !== null && reportDeadline > now
  const isReportStatus = status === 'need_report' || status === 'time_left'
  return {
    id: attempt.id,
    status,
    rule: getAttemptRule(status, { hasPaymentUrl: hasText(attempt.payment_url), isReportDue }),
    total,
    startedAt,
    endsAt,
    left,
    clockTone: getClockTone(left, total),
    reportDeadline,
    isReportOverdue: isReportStatus && reportDeadline !== null && !isReportDue,
    reviewDue: moment(attempt.review_due),
    reason: text(attempt.rejection_reason),
    price: getPrice(attempt),
    paymentUrl: attempt.payment_url,
    score: typeof attempt.score === 'number' && Number.isFinite(attempt.score) ? attempt.score : null,
  }
}

/** Without a price and a bill, the attempt may wait for a payment or for an administrator. */
export const mayNeedAdmission = ({
  status,
  price,
  paymentUrl,
}: Pick<AttemptView, 'status' | 'price' | 'paymentUrl'>): boolean =>
  status === 'need_pay' && price === null && !hasText(paymentUrl)

/** Whether two responses differ in what matters; ignores the payment URL, which may be signed again each time. */
export const hasStateChanged = (before: Attempt | undefined, after: Attempt | undefined): boolean => {
  const state = (attempt: Attempt | undefined) => {
    const { status, hours, started_at, ends_at, report_deadline, review_due } = attempt ?? {}
    const times = [hours, started_at, ends_at, report_deadline, review_due]
    return JSON.stringify([status, ...times, attempt?.rejection_reason, attempt?.score])
  }
  return state(before) !== state(after)
}

const isAttempt = (value: unknown): value is Attempt => isRecord(value) && Number.isSafeInteger(value.id)

/** Attempts of a group, newest first; empty when malformed. */
export const getAttempts = (group: Pick<Group, 'attempts'> | undefined): Attempt[] => {
  const attempts: unknown = group?.attempts
  return (Array.isArray(attempts) ? attempts : []).filter(isAttempt).sort((a, b) => b.id - a.id)
}

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
  return group.is_exam === true && (!current || allowsNewAttempt(current, now))
}

export const getRunningAttempt = (group: Pick<Group, 'attempts'> | undefined): Attempt | null =>
  getAttempts(group).find(({ status }) => toKnownStatus(status) === 'exam_started') ?? null

/** Tasks of an exam are accessible only while an attempt runs. Administrators have no attempts. */
export const areTasksClosed = (group: Pick<Group, 'attempts' | 'is_exam' | 'is_admin'>): boolean =>
  group.is_exam === true && !group.is_admin && !getRunningAttempt(group)
