import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { shortMonth, shortWeekday } from '../../lib/calendar-days'
import { formatNumber } from '../../lib/format'
import { ActivityMap, ActivityMark } from '../../ui/activity-map'
import { IconButton } from '../../ui/icon-button'
import { type ActivityDayView, type ActivityViewModel, activityLevels } from './activity-view-model'
import { dayName } from './day-name'
import { monthMarks } from './month-marks'

/** The map, and words for one day of it: the one under the pointer, or the one that the buttons walk to. */
export const ActivityDays = ({ view }: { view: ActivityViewModel }) => {
  const { t, i18n } = useTranslation('competencies')
  const { language } = i18n
  const { days, solved, activeDays } = view
  const [current, setCurrent] = useState(() => days.findLastIndex(day => day.solved > 0))
  const levels = useMemo(() => days.map(({ level }) => level), [days])
  const months = useMemo(() => monthMarks(days, day => shortMonth(day, language)), [days, language])
  const weekdays = useMemo(
    () => days.slice(0, 7).map(({ day }) => shortWeekday(day, language)),
    [days, language],
  )
  const wordsOf = ({ day, solved: count }: ActivityDayView): string => {
    const date = dayName(day, language)
    return count > 0 ? t('activity.day', { date, count }) : t('activity.dayNone', { date })
  }
  const summary = t('activity.summary', {
    count: solved,
    amount: formatNumber(solved, language),
    days: t('activity.days', { count: activeDays, amount: formatNumber(activeDays, language) }),
  })
  const shown = days[current]
  const before = days.findLastIndex(({ solved: count }, at) => at < current && count > 0)
  const after = days.findIndex(({ solved: count }, at) => at > current && count > 0)
  const go = (at: number) => {
    const day = days[at]
    if (!day) return
    setCurrent(at)
    announce(wordsOf(day))
  }
  return (
    <div className="flex flex-col gap-3">
      <ActivityMap
        label={t('activity.label', { summary })}
        levels={levels}
        months={months}
        weekdays={weekdays}
        current={current}
        onPoint={setCurrent}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 items-center gap-1" data-no-print>
          <IconButton
            label={t('activity.previous')}
            icon={<ChevronLeft aria-hidden />}
            disabledReason={before < 0 ? t('activity.first') : ''}
            onClick={() => go(before)}
          />
          <IconButton
            label={t('activity.next')}
            icon={<ChevronRight aria-hidden />}
            disabledReason={after < 0 ? t('activity.last') : ''}
            onClick={() => go(after)}
          />
          <p className="min-w-0 text-sm tabular-nums">{shown && wordsOf(shown)}</p>
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
