import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { type PointerEvent, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ActivityDayView,
  type ActivityMonthView,
  type ActivityViewModel,
  activityLevels,
  formatDayMonthName,
  formatDayName,
  formatYear,
  getMonthLabels,
  monthAndYear,
  shortMonth,
  shortWeekday,
} from '../../api/activity'
import { announce } from '../../lib/announce'
import { formatNumber } from '../../lib/format'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { SectionTitle } from '../../ui/page-title'

/** Solved tasks per day since the first solve, at most the last year. */
export const ActivitySection = ({ view }: { view: ActivityViewModel }) => {
  const { t } = useTranslation('competencies')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const describeDay = useDescribeDay()
  const title = useTitle(view)
  return (
    <Card as="section" aria-labelledby="activity" className="@container flex flex-col gap-3">
      <SectionTitle
        id="activity"
        actions={
          view.solved > 0 && (
            <Button
              data-no-print
              variant="quiet"
              size="sm"
              icon={
                <ChevronDown
                  className={cx('size-4 transition-transform duration-fast', isOpen && 'rotate-180')}
                />
              }
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
              className="-mx-3 -my-1 pointer-coarse:min-w-control"
            >
              <span className="@max-sm:sr-only">{t('activity.months')}</span>
            </Button>
          )
        }
      >
        {title}
      </SectionTitle>
      {view.solved === 0 ? (
        <p className="text-muted">{t('activity.none')}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ActivityDays view={view} describeDay={describeDay} />
          <ActivityFacts view={view} />
        </div>
      )}
      {isOpen && (
        <div id={id} data-no-print className="flex flex-col gap-3 border-t border-line pt-3">
          <ActivityMonths months={view.months} />
          <DayStepper view={view} describeDay={describeDay} />
          <Legend />
          <p className="text-xs text-muted">{t('activity.calendar')}</p>
        </div>
      )}
    </Card>
  )
}

const useTitle = ({ since, solved, days }: ActivityViewModel): string => {
  const { t, i18n } = useTranslation('competencies')
  const { language } = i18n
  const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0]
  if (solved === 0) return t('activity.title')
  if (since === null || since < first) return t('activity.year')
  const isThisYear = formatYear(since, language) === formatYear(last, language)
  return t('activity.since', {
    date: isThisYear ? formatDayMonthName(since, language) : formatDayName(since, language),
  })
}

type DescribeDay = (day: ActivityDayView) => string

const useDescribeDay = (): DescribeDay => {
  const { t, i18n } = useTranslation('competencies')
  return ({ day, solved: count }) => {
    const date = formatDayName(day, i18n.language)
    return count > 0 ? t('activity.day', { date, count }) : t('activity.dayNone', { date })
  }
}

const ActivityFacts = ({ view: { activeDays, longestStreak, streak } }: { view: ActivityViewModel }) => {
  const { t, i18n } = useTranslation('competencies')
  return (
    <dl className="flex flex-1 basis-[6rem] flex-wrap gap-x-8 gap-y-3 text-sm">
      {longestStreak > 1 && (
        <Fact
          value={t('activity.runValue', { count: longestStreak })}
          label={t(streak === longestStreak ? 'activity.bestNow' : 'activity.best')}
        />
      )}
      <Fact
        value={formatNumber(activeDays, i18n.language)}
        label={t('activity.active', { count: activeDays })}
      />
    </dl>
  )
}

const Fact = ({ value, label }: { value: string; label: string }) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="max-w-[9rem] text-xs text-balance text-muted">{label}</dt>
    <dd className="font-display text-lg">{value}</dd>
  </div>
)

interface DaysProps {
  view: ActivityViewModel
  describeDay: DescribeDay
}

/** The heatmap; a pointer reads its days. */
const ActivityDays = ({ view, describeDay }: DaysProps) => {
  const { t, i18n } = useTranslation('competencies')
  const { language } = i18n
  const { days, solved, activeDays } = view
  const [pointed, setPointed] = useState<number | null>(null)
  const levels = useMemo(() => days.map(({ level }) => level), [days])
  const months = useMemo(() => getMonthLabels(days, day => shortMonth(day, language)), [days, language])
  const weekdays = useMemo(() => {
    const monday = days[0]?.day ?? 0
    return [0, 1, 2, 3, 4, 5, 6].map(at => shortWeekday(monday + at, language))
  }, [days, language])
  const summary = t('activity.summary', {
    count: solved,
    amount: formatNumber(solved, language),
    days: t('activity.days', { count: activeDays, amount: formatNumber(activeDays, language) }),
  })
  const day = pointed === null ? undefined : days[pointed]
  return (
    <ActivityMap
      label={t('activity.label', { date: formatDayName(days[0]?.day ?? 0, language), summary })}
      tooltip={day && describeDay(day)}
      levels={levels}
      months={months}
      weekdays={weekdays}
      onPoint={setPointed}
    />
  )
}

/** Reads the active days one by one. */
const DayStepper = ({ view: { days }, describeDay }: DaysProps) => {
  const { t } = useTranslation('competencies')
  const [currentIndex, setCurrentIndex] = useState(() => days.findLastIndex(day => day.solved > 0))
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
    <div className="-ml-2 flex min-w-0 items-center gap-1">
      <IconButton
        label={t('activity.previous')}
        icon={<ChevronLeft className="size-5" />}
        size="sm"
        disabledReason={previousIndex < 0 ? t('activity.first') : ''}
        onClick={() => goTo(previousIndex)}
      />
      <IconButton
        label={t('activity.next')}
        icon={<ChevronRight className="size-5" />}
        size="sm"
        disabledReason={nextIndex < 0 ? t('activity.last') : ''}
        onClick={() => goTo(nextIndex)}
      />
      <p className="min-w-0 text-sm">{currentDay && describeDay(currentDay)}</p>
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
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <table className="w-full max-w-xl text-sm">
      <caption className="sr-only">{t('activity.months')}</caption>
      <thead className="text-left text-xs text-muted">
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
  /** Text of the day under the pointer. */
  tooltip: string | undefined
  /** Called with the index of the day under the pointer. */
  onPoint: (index: number) => void
}

const STEP = 13
const CELL = 11
/** Pixels of a step where there is room for it: a cell of 15. */
const STEP_PX = 18
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
function ActivityMap({ label, tooltip, levels, ...rest }: ActivityMapProps) {
  const halves = levels.length > WEEKS_IN_HALF * 7 ? [0, WEEKS_IN_HALF] : [0]
  return (
    <div role="img" aria-label={label} title={tooltip} className="flex min-w-0 flex-wrap gap-x-3 gap-y-4">
      {halves.map(week => (
        <Half key={week} firstWeek={week} levels={levels} {...rest} />
      ))}
    </div>
  )
}

type HalfProps = Omit<ActivityMapProps, 'label' | 'tooltip'> & { firstWeek: number }

function Half({ firstWeek, levels, months, weekdays, onPoint }: HalfProps) {
  const first = firstWeek * 7
  const own = levels.slice(first, first + WEEKS_IN_HALF * 7)
  const weeks = Math.ceil(own.length / 7)
  const marks = [...months]
    .map(([week, text]) => ({ week: week - firstWeek, text }))
    .filter(({ week }) => week >= 0 && week < weeks)
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const week = Math.floor(((clientX - left) / width) * weeks)
    const day = Math.floor(((clientY - top) / height) * 7)
    const at = week * 7 + day
    if (week >= 0 && day >= 0 && day < 7 && at < own.length) onPoint(first + at)
  }
  return (
    <div className="grid min-w-0 grid-cols-[2.125rem_minmax(0,auto)] text-xs leading-none text-muted">
      <div className="relative col-start-2 h-5">
        {marks.map(({ week, text }) => (
          <time
            key={week}
            className="absolute whitespace-nowrap"
            style={{ left: `${(week / weeks) * 100}%` }}
          >
            {text}
          </time>
        ))}
      </div>
      <div className="relative">
        {[0, 2, 4].map(day => (
          <time
            key={day}
            className="absolute start-0"
            style={{ top: `${((day + 0.5) / 7) * 100}%`, transform: 'translateY(-50%)' }}
          >
            {weekdays[day]}
          </time>
        ))}
      </div>
      <div className="text-accent">
        <svg
          viewBox={`0 0 ${weeks * STEP} ${7 * STEP}`}
          width={weeks * STEP_PX}
          className="block h-auto max-w-full"
          aria-hidden
          onPointerMove={point}
          onPointerDown={point}
        >
          <Squares levels={own} />
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
