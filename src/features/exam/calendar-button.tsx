import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../api/attempts'
import { configQuery } from '../../api/queries/config'
import type { Group } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { type CalendarEvent, createCalendarFile } from '../../lib/calendar-file'
import { ignoreDoubleClick } from '../../lib/ignore-double-click'
import { safeFileName, saveText } from '../../lib/save-file'
import { serverClock } from '../../lib/server-clock'
import { Banner } from '../../ui/banner'
import { type BusinessCalendar, getBusinessCalendar, getDateInZone, getReportFacts } from './exam-dates'
import { RowValue, rowClass } from './fold'

interface CalendarButtonProps {
  group: Pick<Group, 'name' | 'exam'>
  attempt: AttemptView
}

/** A row that downloads the attempt's future dates as an iCalendar file. Renders nothing without any. */
export const CalendarButton = ({ group, attempt }: CalendarButtonProps) => {
  const { t } = useTranslation('exam')
  const { session } = useSession()
  const { data: config } = useQuery(configQuery())
  const [hasFailed, setFailed] = useState(false)
  const events = (now: number) =>
    examEvents(attempt, {
      now,
      calendar: getBusinessCalendar(config),
      isReportRequired: group.exam?.report_required !== false,
      host: location.hostname,
      title: date => t(`calendar.${date}`, { exam: group.name }),
    })
  const count = events(serverClock.now()).length
  if (count === 0) return null
  const save = () => {
    setFailed(false)
    try {
      const now = serverClock.now()
      saveText(session, createCalendarFile(events(now), now), safeFileName(group.name, '.ics', 'exam.ics'))
      announce(t('calendar.saved'))
    } catch {
      setFailed(true)
    }
  }
  return (
    <div>
      <button
        type="button"
        onClick={hasFailed ? () => save() : ignoreDoubleClick(() => save())}
        className={rowClass}
      >
        <CalendarPlus />
        <span>{t('calendar.save')}</span>
        <RowValue>{t('calendar.dates', { count })}</RowValue>
      </button>
      {hasFailed && (
        <Banner tone="danger" role="alert" isBleed>
          {t('calendar.failed')}
        </Banner>
      )}
    </div>
  )
}

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
  if (!facts || facts.phase === 'rejected' || (facts.phase === 'ahead' && !isReportRequired)) return end
  const report =
    facts.phase === 'review' || facts.phase === 'reviewOverdue' ? [] : futureEvent('report', facts.deadline)
  const today = getDateInZone(now, calendar?.timeZone)
  const { reviewDay } = facts
  const isAhead = reviewDay !== null && today !== null && reviewDay >= today
  const review = isAhead && facts.phase !== 'overdue' ? [{ ...withTitle('review'), at: reviewDay }] : []
  return [...end, ...report, ...review]
}
