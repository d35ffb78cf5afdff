import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber } from '../../lib/format'
import { personName } from '../../lib/person-name'
import { valueAt } from '../../lib/step-lines'
import { type ChartData, timeAxis } from './chart-data'

const columns = 9

/** The chart's lines by numbers: what each person had at moments of even distances. */
export const ChartTable = ({ data: { lines, from, to } }: { data: ChartData }) => {
  const { t, i18n } = useTranslation('leaderboard')
  const { language } = i18n
  const moments = timeAxis({ from, to }, columns, language)
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
            {moments.map(({ at, text }) => (
              <th
                key={at}
                scope="col"
                className="px-2 py-1 text-right font-medium whitespace-nowrap"
                title={formatDateTime(at, language)}
              >
                {text}
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
              {moments.map(({ at }) => (
                <td key={at} className="px-2 py-1 text-right tabular-nums">
                  {formatNumber(valueAt(steps, at), language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
