import type { AttemptView } from '../../api/attempts'
import type { Config } from '../../api/config'
import { DAY_MS } from '../../lib/durations'
import { getZonedTime } from '../../lib/zoned-time'

/** Calendar days are `YYYY-MM-DD` strings, so no time zone can shift them. */

export interface BusinessCalendar {
  /** IANA name, for example `Europe/Moscow`. */
  timeZone: string
  /** Mondays to Fridays that are not business days. */
  holidays: readonly string[]
  /** Saturdays and Sundays that are business days; holidays win. */
  workingDays: readonly string[]
}

/** Ends the search after 20 years, whatever the configuration says. */
const MAX_DAYS = 7305

/** The date of a moment (milliseconds since the epoch) in a time zone. Null for an invalid moment. */
export const getDateInZone = (moment: number, timeZone?: string): string | null =>
  Number.isNaN(new Date(moment).getTime()) ? null : getZonedTime(moment, timeZone).date

/** How the day of a moment is called on the device, now. */
export const getNearDay = (moment: number, now: number): 'today' | 'tomorrow' | 'day' => {
  const day = getDateInZone(moment)
  const today = getDateInZone(now)
  if (day === null || today === null) return 'day'
  // In UTC every day has 24 hours.
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'day'
}

/** The date `count` business days after the day of a moment; null if invalid or more than 20 years away. */
export const addBusinessDays = (
  moment: number,
  count: number,
  { timeZone, holidays, workingDays }: BusinessCalendar,
): string | null => {
  const first = getDateInZone(moment, timeZone)
  if (first === null || !Number.isSafeInteger(count) || count < 0) return null
  if (count === 0) return first
  const [free, working] = [new Set(holidays), new Set(workingDays)]
  // In UTC every day has 24 hours.
  const begin = Date.parse(first)
  let left = count
  for (let step = 1; step <= MAX_DAYS; step += 1) {
    const time = begin + step * DAY_MS
    const day = new Date(time).toISOString().slice(0, 10)
    const isWeekend = new Date(time).getUTCDay() % 6 === 0
    if (!free.has(day) && (!isWeekend || working.has(day))) left -= 1
    if (left === 0) return day
  }
  return null
}

export const REVIEW_BUSINESS_DAYS = 3

/** Null until the configuration is loaded. */
export const getBusinessCalendar = (config: Config | undefined): BusinessCalendar | null =>
  config
    ? { timeZone: config.time_zone, holidays: config.exam.holidays, workingDays: config.exam.working_days }
    : null

export interface ReportFacts {
  /** `ahead`: before the end of the exam. `reviewOverdue`: the review is overdue. */
  phase: 'ahead' | 'due' | 'overdue' | 'review' | 'reviewOverdue' | 'rejected'
  /** Milliseconds since the epoch. */
  deadline: number | null
  /** Expected review date, `YYYY-MM-DD`. */
  reviewDay: string | null
}

/**
 * The server's date of the review, else counted from the deadline, so that it doesn't move as time passes. Null where no
 * report is to come.
 */
export const getReviewDay = (attempt: AttemptView, calendar: BusinessCalendar | null): string | null => {
  const { reviewDue, reportDeadline } = attempt
  if (!getPhase(attempt) || attempt.isReportOverdue) return null
  if (reviewDue !== null) return getDateInZone(reviewDue, calendar?.timeZone)
  return reportDeadline !== null && calendar
    ? addBusinessDays(reportDeadline, REVIEW_BUSINESS_DAYS, calendar)
    : null
}

const getPhase = ({ rule, isReportOverdue }: AttemptView): 'ahead' | 'due' | 'review' | 'rejected' | null => {
  if (isReportOverdue) return 'due'
  if (rule.step === 'exam') return rule.stepState === 'done' ? null : 'ahead'
  if (rule.step === 'report') return 'due'
  if (rule.step !== 'review' || rule.stepState === 'done') return null
  return rule.stepState === 'error' ? 'rejected' : 'review'
}

/** What to show about an attempt's report; null for nothing. `now` is server time in milliseconds. */
export const getReportFacts = (
  attempt: AttemptView,
  now: number,
  calendar: BusinessCalendar | null,
): ReportFacts | null => {
  const phase = getPhase(attempt)
  if (!phase) return null
  const deadline = attempt.reportDeadline
  const reviewDay = getReviewDay(attempt, calendar)
  const facts = { deadline, reviewDay }
  if (phase === 'due') return { ...facts, phase: attempt.isReportOverdue ? 'overdue' : 'due' }
  const today = getDateInZone(now, calendar?.timeZone)
  const isOverdue = phase === 'review' && reviewDay !== null && today !== null && today > reviewDay
  return { ...facts, phase: isOverdue ? 'reviewOverdue' : phase }
}
