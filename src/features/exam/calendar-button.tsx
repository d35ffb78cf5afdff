import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { createCalendarFile } from '../../lib/calendar-file'
import { safeFileName } from '../../lib/file-name'
import { saveText } from '../../lib/save-file'
import { serverClock } from '../../lib/server-clock'
import { configQuery } from '../../queries/config'
import type { AttemptView } from '../../queries/exam-view'
import type { Group } from '../../queries/responses'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { examEvents } from './calendar-events'
import { getBusinessCalendar } from './report-facts'

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
  // The name may be missing in a malformed response.
  const exam = typeof group.name === 'string' && group.name.trim() !== '' ? group.name : t('title')
  const events = (now: number) =>
    examEvents(attempt, {
      now,
      calendar: getBusinessCalendar(config),
      isReportRequired: group.exam?.report_required !== false,
      host: location.hostname,
      title: date => t(`calendar.${date}`, { exam }),
    })
  if (events(serverClock.now()).length === 0) return null
  const save = () => {
    setFailed(false)
    try {
      const now = serverClock.now()
      saveText(session, createCalendarFile(events(now), now), safeFileName(exam, '.ics', 'exam.ics'))
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
