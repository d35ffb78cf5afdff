import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../../api/queries/config'
import type { Group } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { safeFileName } from '../../lib/file-name'
import { saveText } from '../../lib/save-file'
import { serverClock } from '../../lib/server-clock'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { type BusinessCalendar, getBusinessCalendar, getDateInZone, getReportFacts } from './exam-dates'
import type { AttemptView } from './model'

interface CalendarButtonProps {
  group: Pick<Group, 'name' | 'exam'>
  attempt: AttemptView
}

/** Downloads the attempt's future dates as an iCalendar file. Renders nothing without any. */
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
  if (events(serverClock.now()).length === 0) return null
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
    <div className="flex flex-col gap-2">
      <Button
        icon={<CalendarPlus className="size-4" aria-hidden />}
        // Ignores the second click of a double click.
        onClick={event => (event.detail > 1 && !hasFailed ? undefined : save())}
      >
        {t('calendar.save')}
      </Button>
      {hasFailed && (
        <Banner tone="danger" role="alert">
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

/** Writes iCalendar files (RFC 5545). */

export interface CalendarEvent {
  /** Stable per event, so that a calendar updates the event instead of adding another. */
  uid: string
  title: string
  /** A moment in milliseconds since the epoch, or a whole day as `YYYY-MM-DD`. */
  at: number | string
  /** Reminder, in minutes before the event. */
  alarmMinutes?: number
}

const MAX_LINE_OCTETS = 75

const utf8 = new TextEncoder()

/**
 * Lines have at most 75 octets including the continuation space; characters are never split (RFC 5545, section 3.1).
 */
const foldLine = (line: string): string => {
  let text = ''
  let length = 0
  for (const character of line) {
    const size = utf8.encode(character).length
    if (length + size > MAX_LINE_OCTETS) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += size
  }
  return text
}

/** Escapes a TEXT value (RFC 5545, section 3.3.11) and drops control characters. */
const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|[\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}|\p{Cs}/gu, '')

/** `20261212T090000Z`. */
const formatUtc = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')

const alarmLines = (title: string, minutes: number): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${title}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
]

const eventLines = ({ uid, title, at, alarmMinutes }: CalendarEvent, now: number): string[] => [
  'BEGIN:VEVENT',
  `UID:${escapeText(uid)}`,
  `DTSTAMP:${formatUtc(now)}`,
  typeof at === 'number' ? `DTSTART:${formatUtc(at)}` : `DTSTART;VALUE=DATE:${at.replaceAll('-', '')}`,
  `SUMMARY:${escapeText(title)}`,
  // Don't mark the time as busy.
  'TRANSP:TRANSPARENT',
  ...(alarmMinutes === undefined ? [] : alarmLines(escapeText(title), alarmMinutes)),
  'END:VEVENT',
]

/**
 * Content of an `.ics` file.
 * @param now time of writing in milliseconds; calendars prefer the later of two files
 */
export const createCalendarFile = (events: readonly CalendarEvent[], now: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Flagship//Exam//EN',
    'CALSCALE:GREGORIAN',
    ...events.flatMap(event => eventLines(event, now)),
    'END:VCALENDAR',
  ]
    .map(line => `${foldLine(line)}\r\n`)
    .join('')
