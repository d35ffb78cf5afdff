import i18next from 'i18next'
import { formatNumber, formatPercent } from '../../lib/format'
import { type Amount, honestShare } from './profile-view-model'

/** `620 из 1 500`; without the whole only the part; a dash for what the server did not say. */
export const amountText = ({ done, total }: Amount): string => {
  const { language } = i18next
  const part = formatNumber(done ?? Number.NaN, language)
  if (total === null) return part
  return i18next.t('totals.value', { ns: 'competencies', done: part, total: formatNumber(total, language) })
}

/** `41 %`. */
export const shareText = (share: number): string => formatPercent(honestShare(share), i18next.language)
