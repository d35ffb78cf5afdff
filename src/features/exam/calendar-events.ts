import type { BusinessCalendar } from '../../lib/business-days'
import { getDateInZone } from '../../lib/business-days'
import type { CalendarEvent } from '../../lib/calendar-file'
import type { AttemptView } from '../../queries/exam-view'
import { getReportFacts } from './report-facts'

type ExamDate = 'end' | 'report' | 'review'

const ALARM_MINUTES = 60

interface ExamDatesOptions {
  /** Server time in milliseconds. */
  now: number
  calendar: BusinessCalendar | null
  isReportRequired: boolean
  /** Makes event ids unique per platform. */
  host: string
  title: (date: ExamDate) => string
}

/** Future dates of an attempt as calendar events. They contain nothing but the exam's name. */
export const examEvents = (attempt: AttemptView, options: ExamDatesOptions): CalendarEvent[] => {
  const { now, calendar, isReportRequired, host, title } = options
  const withTitle = (date: ExamDate) => ({
    uid: `exam-attempt-${attempt.id}-${date}@${host}`,
    title: title(date),
  })
  const futureEvent = (date: ExamDate, at: number | null): CalendarEvent[] =>
    at !== null && at > now ? [{ ...withTitle(date), at, alarmMinutes: ALARM_MINUTES }] : []
  const end = attempt.rule.step === 'exam' ? futureEvent('end', attempt.endsAt) : []
  const facts = getReportFacts(attempt, now, calendar)
  if (!facts || facts.stage === 'rejected' || (facts.stage === 'ahead' && !isReportRequired)) return end
  const report =
    facts.stage === 'review' || facts.stage === 'late' ? [] : futureEvent('report', facts.deadline)
  const today = getDateInZone(now, calendar?.timeZone)
  const { reviewDay } = facts
  const isAhead = reviewDay !== null && today !== null && reviewDay >= today
  const review = isAhead && facts.stage !== 'overdue' ? [{ ...withTitle('review'), at: reviewDay }] : []
  return [...end, ...report, ...review]
}
