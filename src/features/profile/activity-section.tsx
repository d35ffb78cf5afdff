import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ActivityDayView,
  type ActivityMonthView,
  type ActivityViewModel,
  activityLevels,
  formatDayName,
  getMonthLabels,
  monthAndYear,
  parseActivity,
  shortMonth,
  shortWeekday,
} from '../../api/activity'
import { announce } from '../../lib/announce'
import { formatNumber } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { ActivityMap, ActivityMark } from '../../ui/activity-map'
import { Card } from '../../ui/card'
import { IconButton } from '../../ui/icon-button'
import { SectionTitle } from '../../ui/page-title'

/** Solved tasks per day over the last 52 weeks. Renders nothing without data. */
export const ActivitySection = ({ activity }: { activity: unknown }) => {
  const { t } = useTranslation('competencies')
  const view = useMemo(() => parseActivity(activity, serverClock.now()), [activity])
  if (!view) return null
  return (
    <Card as="section" padding="lg" aria-labelledby="activity" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <SectionTitle id="activity">{t('activity.title')}</SectionTitle>
        <p className="text-sm text-muted">{t('activity.lead')}</p>
      </div>
      {view.solved === 0 ? (
        <p className="text-muted">{t('activity.none')}</p>
      ) : (
        <>
          <ActivityFacts view={view} />
          <ActivityDays view={view} />
          <ActivityMonths months={view.months} />
          <p className="text-xs text-muted">{t('activity.calendar')}</p>
        </>
      )}
    </Card>
  )
}

const ActivityFacts = ({ view }: { view: ActivityViewModel }) => {
  const { t, i18n } = useTranslation('competencies')
  const { solved, activeDays, longestStreak, best } = view
  const number = (value: number) => formatNumber(value, i18n.language)
  const facts = [
    [t('activity.total'), number(solved)],
    [t('activity.activeDays'), number(activeDays)],
  ]
  if (longestStreak > 1) facts.push([t('activity.run'), t('activity.runValue', { count: longestStreak })])
  if (best && best.solved > 1) {
    const date = formatDayName(best.day, i18n.language)
    facts.push([t('activity.best'), t('activity.bestValue', { solved: number(best.solved), date })])
  }
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Heatmap with a text for the selected day. */
const ActivityDays = ({ view }: { view: ActivityViewModel }) => {
  const { t, i18n } = useTranslation('competencies')
  const { language } = i18n
  const { days, solved, activeDays } = view
  const [currentIndex, setCurrentIndex] = useState(() => days.findLastIndex(day => day.solved > 0))
  const levels = useMemo(() => days.map(({ level }) => level), [days])
  const months = useMemo(() => getMonthLabels(days, day => shortMonth(day, language)), [days, language])
  const weekdays = useMemo(
    () => days.slice(0, 7).map(({ day }) => shortWeekday(day, language)),
    [days, language],
  )
  const describeDay = ({ day, solved: count }: ActivityDayView): string => {
    const date = formatDayName(day, language)
    return count > 0 ? t('activity.day', { date, count }) : t('activity.dayNone', { date })
  }
  const summary = t('activity.summary', {
    count: solved,
    amount: formatNumber(solved, language),
    days: t('activity.days', { count: activeDays, amount: formatNumber(activeDays, language) }),
  })
  const currentDay = days[currentIndex]
  const previousIndex = days.findLastIndex(({ solved: count }, at) => at < currentIndex && count > 0)
  const nextIndex = days.findIndex(({ solved: count }, at) => at > currentIndex && count > 0)
  const goTo = (at: number) => {
    const day = days[at]
    if (!day) return
    setCurrentIndex(at)
    announce(describeDay(day))
  }
  return (
    <div className="flex flex-col gap-3">
      <ActivityMap
        label={t('activity.label', { summary })}
        levels={levels}
        months={months}
        weekdays={weekdays}
        current={currentIndex}
        onPoint={setCurrentIndex}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 items-center gap-1" data-no-print>
          <IconButton
            label={t('activity.previous')}
            icon={<ChevronLeft className="size-6" />}
            disabledReason={previousIndex < 0 ? t('activity.first') : ''}
            onClick={() => goTo(previousIndex)}
          />
          <IconButton
            label={t('activity.next')}
            icon={<ChevronRight className="size-6" />}
            disabledReason={nextIndex < 0 ? t('activity.last') : ''}
            onClick={() => goTo(nextIndex)}
          />
          <p className="min-w-0 text-sm tabular-nums">{currentDay && describeDay(currentDay)}</p>
        </div>
        <Legend />
      </div>
    </div>
  )
}

const Legend = () => {
  const { t, i18n } = useTranslation('competencies')
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <ul
      aria-label={t('activity.legend')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted"
    >
      <li aria-hidden>{t('activity.legend')}</li>
      {activityLevels.map(({ level, from }, at) => {
        const next = activityLevels[at + 1]
        const to = next && next.from - 1
        return (
          <li key={level} className="flex items-center gap-1">
            <ActivityMark level={level} />
            {to === undefined ? t('activity.orMore', { from }) : from === to ? number(from) : `${from}–${to}`}
          </li>
        )
      })}
    </ul>
  )
}

const ActivityMonths = ({ months }: { months: readonly ActivityMonthView[] }) => {
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
