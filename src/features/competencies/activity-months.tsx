import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { monthAndYear } from '../../lib/calendar-days'
import { formatNumber } from '../../lib/format'
import type { ActivityMonthView } from './activity-view-model'

/** The map as a table, newest month first; drawn when it is opened. */
export const ActivityMonths = ({ months }: { months: readonly ActivityMonthView[] }) => {
  const { t, i18n } = useTranslation('competencies')
  const [isOpen, setOpen] = useState(false)
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <details className="text-sm" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="w-fit py-1 font-medium pointer-coarse:py-3">{t('activity.months')}</summary>
      {isOpen && (
        <table className="mt-2 w-full max-w-xl">
          <caption className="sr-only">{t('activity.months')}</caption>
          <thead className="text-left text-muted">
            <tr>
              <th scope="col" className="py-1 pr-3 font-medium">
                {t('activity.month')}
              </th>
              <th scope="col" className="py-1 pr-3 text-right font-medium">
                {t('activity.activeDays')}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {t('activity.total')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line tabular-nums">
            {months.map(({ day, activeDays, solved }) => (
              <tr key={day}>
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {monthAndYear(day, i18n.language)}
                </th>
                <td className="py-1.5 pr-3 text-right">{number(activeDays)}</td>
                <td className="py-1.5 text-right">{number(solved)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
