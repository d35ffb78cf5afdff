import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { PointerEvent } from 'react'
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
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { SectionTitle } from '../../ui/page-title'

/** Solved tasks per day over the last year, or half of it. Renders nothing without data. */
export const ActivitySection = ({ activity }: { activity: unknown }) => {
  const { t } = useTranslation('competencies')
  const view = useMemo(() => parseActivity(activity, serverClock.now()), [activity])
  if (!view) return null
  return (
    <Card as="section" padding="lg" aria-labelledby="activity" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <SectionTitle id="activity">{t('activity.title')}</SectionTitle>
        <p className="text-sm text-muted">{t('activity.lead', { count: view.weeks })}</p>
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
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Heatmap with a text for the selected day. */
const ActivityDays = ({ view }: { view: ActivityViewModel }) => {
  const { t, i18n } = useTranslation('competencies')
  const { language } = i18n
  const { weeks, days, solved, activeDays } = view
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
        label={t('activity.label', { count: weeks, summary })}
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
          <p className="min-w-0 text-sm">{currentDay && describeDay(currentDay)}</p>
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
            <span>
              {to === undefined
                ? t('activity.orMore', { from })
                : from === to
                  ? number(from)
                  : `${from}–${to}`}
            </span>
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
      <summary className="w-fit font-medium">{t('activity.months')}</summary>
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

type Level = 0 | 1 | 2 | 3 | 4

type ActivityMapProps = {
  /** A one-sentence text alternative. The page must also offer the same data as a list or table. */
  label: string
  /** One entry per day, starting on a Monday, at most 52 weeks. */
  levels: readonly Level[]
  /** Month labels by the index of the week in which the month begins. */
  months: ReadonlyMap<number, string>
  /** Seven short labels, Monday first; every other one is shown. */
  weekdays: readonly string[]
  /** The highlighted day, an index into `levels`. */
  current: number | null
  /** Called with the index of the day under the pointer. */
  onPoint: (index: number) => void
}

const STEP = 13
const CELL = 11
const WEEKS_IN_HALF = 26

/** Opacity and size grow together, so levels differ in greyscale, print and forced colours too. */
const levelStyles = {
  1: { size: 5, opacity: 0.55 },
  2: { size: 7, opacity: 0.7 },
  3: { size: 9, opacity: 0.85 },
  4: { size: CELL, opacity: 1 },
} as const

const filledLevels = [1, 2, 3, 4] as const

/** The path of a rounded square centred in the cell of a day. */
const square = (at: number, size: number): string => {
  const inset = 1 + (CELL - size) / 2
  const side = size - 4
  const turn = (x: number, y: number) => `a2 2 0 0 1 ${x} ${y}`
  const [x, y] = [Math.floor(at / 7) * STEP + inset + 2, (at % 7) * STEP + inset]
  return `M${x} ${y}h${side}${turn(2, 2)}v${side}${turn(-2, 2)}h${-side}${turn(-2, -2)}v${-side}${turn(2, -2)}z`
}

/** A column per week, in halves of a year that wrap on narrow screens. `currentColor` follows forced colours. */
function ActivityMap({ label, levels, ...rest }: ActivityMapProps) {
  const halves = levels.length > WEEKS_IN_HALF * 7 ? [0, WEEKS_IN_HALF] : [0]
  return (
    <div role="img" aria-label={label} className="flex flex-wrap gap-x-3 gap-y-4">
      {halves.map(week => (
        <Half key={week} firstWeek={week} levels={levels} isAlone={halves.length === 1} {...rest} />
      ))}
    </div>
  )
}

type HalfProps = Omit<ActivityMapProps, 'label'> & { firstWeek: number; isAlone: boolean }

function Half({ firstWeek, isAlone, levels, months, weekdays, current, onPoint }: HalfProps) {
  const first = firstWeek * 7
  const own = levels.slice(first, first + WEEKS_IN_HALF * 7)
  const marks = [...months]
    .map(([week, text]) => ({ week: week - firstWeek, text }))
    .filter(({ week }) => week >= 0 && week < WEEKS_IN_HALF)
    .sort((a, b) => a.week - b.week)
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const week = Math.floor(((clientX - left) / width) * WEEKS_IN_HALF)
    const day = Math.floor(((clientY - top) / height) * 7)
    const at = week * 7 + day
    if (week >= 0 && day >= 0 && day < 7 && at < own.length) onPoint(first + at)
  }
  return (
    <div
      className={cx(
        '@container grid min-w-0 flex-1 basis-[17rem] grid-cols-[1.5rem_minmax(0,1fr)] gap-x-1 text-xs leading-none text-muted',
        isAlone ? 'max-w-2xl' : 'max-w-lg',
      )}
    >
      <div className="relative col-start-2 h-5">
        {marks.map(({ week, text }, at) => (
          <time
            key={week}
            // On a phone a label may be wider than its month: every other one is hidden.
            className={`absolute whitespace-nowrap ${at % 2 === 1 ? '@max-xs:hidden' : ''}`}
            style={{ left: `${(week / WEEKS_IN_HALF) * 100}%` }}
          >
            {text}
          </time>
        ))}
      </div>
      <div className="relative">
        {[0, 2, 4].map(day => (
          <time
            key={day}
            className="absolute end-0"
            style={{ top: `${((day + 0.5) / 7) * 100}%`, transform: 'translateY(-50%)' }}
          >
            {weekdays[day]}
          </time>
        ))}
      </div>
      <div className="text-accent">
        <svg
          viewBox={`0 0 ${WEEKS_IN_HALF * STEP} ${7 * STEP}`}
          className="block w-full"
          aria-hidden
          onPointerMove={point}
          onPointerDown={point}
        >
          <Squares levels={own} />
          {current !== null && current >= first && current < first + own.length && (
            <path
              d={square(current - first, CELL + 1)}
              fill="none"
              className="stroke-text print:hidden"
              strokeWidth="1.5"
            />
          )}
        </svg>
      </div>
    </div>
  )
}

/** One path per level instead of an element per day. */
function Squares({ levels }: { levels: readonly Level[] }) {
  const days = levels.map((level, at) => ({ level, at }))
  return (
    <>
      <path d={days.map(({ at }) => square(at, CELL)).join('')} fill="currentColor" fillOpacity="0.1" />
      {filledLevels.map(level => {
        const { size, opacity } = levelStyles[level]
        const own = days.filter(day => day.level === level)
        if (own.length === 0) return null
        const d = own.map(({ at }) => square(at, size)).join('')
        return <path key={level} d={d} fill="currentColor" fillOpacity={opacity} />
      })}
    </>
  )
}

/** The square of one level, for the legend. */
function ActivityMark({ level }: { level: Level }) {
  return (
    <span className="text-accent">
      <svg viewBox={`0 0 ${STEP} ${STEP}`} className="size-3.5" aria-hidden>
        <Squares levels={[level]} />
      </svg>
    </span>
  )
}
