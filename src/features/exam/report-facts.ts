import type { Config } from '../../api/config'
import { addBusinessDays, type BusinessCalendar, getDateInZone } from '../../lib/business-days'
import type { AttemptView } from '../../queries/exam-view'

/** Business days until a report is reviewed. */
export const REVIEW_BUSINESS_DAYS = 3

/** Null until the configuration is loaded. */
export const getBusinessCalendar = (config: Config | undefined): BusinessCalendar | null =>
  config
    ? { timeZone: config.time_zone, holidays: config.exam.holidays, workingDays: config.exam.working_days }
    : null

export interface ReportFacts {
  /** `ahead`: before the end of the exam. `late`: the review is overdue. */
  stage: 'ahead' | 'due' | 'overdue' | 'review' | 'late' | 'rejected'
  /** Milliseconds since the epoch. */
  deadline: number | null
  /** Seconds, never negative. */
  left: number | null
  /** Expected review date, `YYYY-MM-DD`. */
  reviewDay: string | null
}

/**
 * The server's date, else business days after the deadline: a fixed start, so the date doesn't move as time
 * passes. Null if neither is known.
 */
const getReviewDay = (
  { reviewDue, reportDeadline }: Pick<AttemptView, 'reviewDue' | 'reportDeadline'>,
  calendar: BusinessCalendar | null,
): string | null => {
  if (reviewDue !== null) return getDateInZone(reviewDue, calendar?.timeZone)
  return reportDeadline !== null && calendar
    ? addBusinessDays(reportDeadline, REVIEW_BUSINESS_DAYS, calendar)
    : null
}

const getStage = ({ rule, isReportOverdue }: AttemptView): 'ahead' | 'due' | 'review' | 'rejected' | null => {
  if (isReportOverdue) return 'due'
  if (rule.step === 'exam') return rule.stepState === 'done' ? null : 'ahead'
  if (rule.step === 'report') return 'due'
  if (rule.step !== 'review' || rule.stepState === 'done') return null
  return rule.stepState === 'error' ? 'rejected' : 'review'
}

/**
 * What to show about an attempt's report; null for nothing.
 * @param now server time in milliseconds
 * @param calendar null until the configuration is loaded
 */
export const getReportFacts = (
  attempt: AttemptView,
  now: number,
  calendar: BusinessCalendar | null,
): ReportFacts | null => {
  const stage = getStage(attempt)
  if (!stage) return null
  const deadline = attempt.reportDeadline
  const reviewDay = getReviewDay(attempt, calendar)
  const left = deadline === null ? null : Math.max(0, Math.ceil((deadline - now) / 1000))
  const facts = { deadline, left, reviewDay }
  if (stage === 'due') return { ...facts, stage: left === 0 ? 'overdue' : 'due' }
  const today = getDateInZone(now, calendar?.timeZone)
  const isLate = stage === 'review' && reviewDay !== null && today !== null && today > reviewDay
  return { ...facts, stage: isLate ? 'late' : stage }
}
