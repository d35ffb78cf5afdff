import i18next from 'i18next'
import { toIsoDate } from '../../lib/calendar-days'
import { formatDay, formatNumber, formatPercent } from '../../lib/format'
import { type Amount, roundShare } from './profile-view-model'

/** `620 из 1 500`; only the part without a total; a dash if unknown. */
export const formatAmount = ({ done, total }: Amount): string => {
  const { language } = i18next
  const part = formatNumber(done ?? Number.NaN, language)
  if (total === null) return part
  return i18next.t('totals.value', { ns: 'competencies', done: part, total: formatNumber(total, language) })
}

export const formatShare = (share: number): string => formatPercent(roundShare(share), i18next.language)

/** Formats the server's date, regardless of the user's time zone. */
export const formatDayName = (day: number, language: string): string => formatDay(toIsoDate(day), language)
