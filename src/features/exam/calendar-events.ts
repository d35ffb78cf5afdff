import type { BusinessCalendar } from '../../lib/business-days'
import { dayIn } from '../../lib/business-days'
import type { CalendarEvent } from '../../lib/calendar-file'
import type { AttemptView } from '../../queries/exam-view'
import { reportFacts } from './report-facts'

/** The name of an event: which of the dates it is. */
type ExamDate = 'end' | 'report' | 'review'

const alarmMinutes = 60

interface ExamDatesOptions {
  /** The server's time in milliseconds. */
  now: number
  calendar: BusinessCalendar | null
  isReportRequired: boolean
  /** Of this site: it tells its attempts from those of another platform in the same calendar. */
  host: string
  title: (date: ExamDate) => string
}

/** The dates of an attempt that are still ahead, as events for a calendar: nothing but the exam's name is told by them. */
export const examEvents = (attempt: AttemptView, options: ExamDatesOptions): CalendarEvent[] => {
  const { now, calendar, isReportRequired, host, title } = options
  const named = (date: ExamDate) => ({
    uid: `exam-attempt-${attempt.id}-${date}@${host}`,
    title: title(date),
  })
  const timed = (date: ExamDate, at: number | null): CalendarEvent[] =>
    at !== null && at > now ? [{ ...named(date), at, alarmMinutes }] : []
  const end = attempt.rule.step === 'exam' ? timed('end', attempt.endsAt) : []
  const facts = reportFacts(attempt, now, calendar)
  if (!facts || facts.stage === 'rejected' || (facts.stage === 'ahead' && !isReportRequired)) return end
  const report = facts.stage === 'review' || facts.stage === 'late' ? [] : timed('report', facts.deadline)
  const today = dayIn(now, calendar?.timeZone)
  const { reviewDay } = facts
  const isAhead = reviewDay !== null && today !== null && reviewDay >= today
  const review = isAhead && facts.stage !== 'overdue' ? [{ ...named('review'), at: reviewDay }] : []
  return [...end, ...report, ...review]
}
