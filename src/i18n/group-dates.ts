import i18next from 'i18next'
import type { GroupSummary } from '../../packages/contract/schema.gen'
import { formatDate, formatNumber, parseMoment } from '../lib/format'

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

/** The own place among the people of the group; null while unknown. */
export const formatPlace = (
  { rank, ranked_total }: Pick<GroupSummary, 'rank' | 'ranked_total'>,
  language = i18next.language,
): string | null => {
  if (rank === undefined) return null
  const t = i18next.getFixedT(language, 'groups')
  const place = { rank: formatNumber(rank, language) }
  return ranked_total === undefined
    ? t('place.short', place)
    : t('place.ofTotal', { ...place, total: formatNumber(ranked_total, language) })
}
