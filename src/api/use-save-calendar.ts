import type { CalendarEvent } from '../lib/calendar-file'
import { saveText } from '../lib/save-file'
import { serverClock } from '../lib/server-clock'
import { staleChunks } from '../lib/stale-chunks'
import { useSession } from './use-session'

/** Saves events as a calendar file; resolves to false when that failed. */
export const useSaveCalendar = () => {
  const { session } = useSession()
  return async (events: readonly CalendarEvent[], fileName: string): Promise<boolean> => {
    try {
      const { createCalendarFile } = await import('../lib/calendar-file')
      saveText(session, createCalendarFile(events, serverClock.now()), fileName)
      return true
    } catch (error) {
      await staleChunks.handleError(error)
      return false
    }
  }
}
