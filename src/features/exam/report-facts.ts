import type { Config } from '../../api/config'
import { addBusinessDays, type BusinessCalendar, dayIn } from '../../lib/business-days'
import type { AttemptView } from '../../queries/exam-view'

/** A report is reviewed within so many business days (specification §9). */
export const reviewDays = 3

/** Null while the configuration is not there: then no day is counted. */
export const businessCalendar = (config: Config | undefined): BusinessCalendar | null =>
  config
    ? { timeZone: config.time_zone, holidays: config.exam.holidays, workingDays: config.exam.working_days }
    : null

export interface ReportFacts {
  /** `ahead`: the exam comes first. `late`: the report is being checked for longer than it should be. */
  stage: 'ahead' | 'due' | 'overdue' | 'review' | 'late' | 'rejected'
  /** Milliseconds since the epoch. */
  deadline: number | null
  /** Seconds until the deadline; never negative. */
  left: number | null
  /** The day by which a report that is sent in time is reviewed. */
  reviewDay: string | null
}

/**
 * The server's own day, else the one that follows from the deadline: counted from a fixed moment, so that it stays where
 * it is while time passes. Null when nobody can say. Without a calendar the server's moment is shown in the reader's zone.
 */
const reviewDayOf = (
  { reviewDue, reportDeadline }: Pick<AttemptView, 'reviewDue' | 'reportDeadline'>,
  calendar: BusinessCalendar | null,
): string | null => {
  if (reviewDue !== null) return dayIn(reviewDue, calendar?.timeZone)
  return reportDeadline !== null && calendar ? addBusinessDays(reportDeadline, reviewDays, calendar) : null
}

/** Where the report stands by the rules table (ux §4): null while it is nobody's turn. */
const stageOf = ({ rule, isReportOverdue }: AttemptView): 'ahead' | 'due' | 'review' | 'rejected' | null => {
  if (isReportOverdue) return 'due'
  if (rule.step === 'exam') return rule.stepState === 'done' ? null : 'ahead'
  if (rule.step === 'report') return 'due'
  if (rule.step !== 'review' || rule.stepState === 'done') return null
  return rule.stepState === 'error' ? 'rejected' : 'review'
}

/**
 * What a person needs to know about the report of an attempt; null when there is nothing to say.
 * @param now the server's time in milliseconds
 * @param calendar null while the configuration is not there
 */
export const reportFacts = (
  attempt: AttemptView,
  now: number,
  calendar: BusinessCalendar | null,
): ReportFacts | null => {
  const stage = stageOf(attempt)
  if (!stage) return null
  const deadline = attempt.reportDeadline
  const reviewDay = reviewDayOf(attempt, calendar)
  const left = deadline === null ? null : Math.max(0, Math.ceil((deadline - now) / 1000))
  const facts = { deadline, left, reviewDay }
  if (stage === 'due') return { ...facts, stage: left === 0 ? 'overdue' : 'due' }
  const today = dayIn(now, calendar?.timeZone)
  const isLate = stage === 'review' && reviewDay !== null && today !== null && today > reviewDay
  return { ...facts, stage: isLate ? 'late' : stage }
}
