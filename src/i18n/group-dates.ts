import i18next from 'i18next'
import type { GroupSummary } from '../../packages/contract/schema.gen'
import { formatDate, parseMoment } from '../lib/format'

/** When a group begins, until when it runs, or when it ended; null without a readable date. */
export const formatGroupDates = (
  group: Pick<GroupSummary, 'start_date' | 'end_date'>,
  phase: 'upcoming' | 'running' | 'ended',
): string | null => {
  const { language } = i18next
  const date = parseMoment(phase === 'upcoming' ? group.start_date : group.end_date)
  if (date === null) return null
  return i18next.t(`dates.${phase}`, { ns: 'groups', date: formatDate(date, language) })
}
