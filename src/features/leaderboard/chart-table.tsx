import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber, formatShortDate, formatTime } from '../../lib/format'
import { personName } from '../../lib/person-name'
import { timeTicks, valueAt } from '../../lib/step-lines'
import type { ChartData } from './chart-data'

const columns = 9
const day = 86_400_000

/** The chart's lines by numbers: what each person had at moments of even distances. */
export const ChartTable = ({ data: { lines, from, to } }: { data: ChartData }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const { language } = i18n
  const moments = timeTicks(from, to, columns)
  const isLong = to - from > 2 * day
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keys.
      tabIndex={0}
      aria-label={t('chart.caption')}
      className="mt-2 overflow-x-auto"
    >
      <table className="w-full">
        <caption className="sr-only">{t('chart.caption')}</caption>
        <thead>
          <tr className="bg-sunken text-xs text-muted">
            <th scope="col" className="px-2 py-1 text-left font-medium">
              {t('column.name')}
            </th>
            {moments.map(moment => (
              <th
                key={moment}
                scope="col"
                className="px-2 py-1 text-right font-medium whitespace-nowrap"
                title={formatDateTime(moment, language)}
              >
                {isLong ? formatShortDate(moment, language) : formatTime(moment, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map(({ row, isOwn, steps }) => (
            <tr key={row.user_id} aria-current={isOwn || undefined} className={isOwn ? 'bg-accent-soft' : ''}>
              <th scope="row" className="max-w-[12rem] min-w-[8rem] px-2 py-1 text-left font-normal">
                <bdi className="block truncate" title={personName(row)}>
                  {personName(row)}
                </bdi>
                {isOwn && <span className="sr-only"> {t('me.row')}</span>}
              </th>
              {moments.map(moment => (
                <td key={moment} className="px-2 py-1 text-right tabular-nums">
                  {formatNumber(valueAt(steps, moment), language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
