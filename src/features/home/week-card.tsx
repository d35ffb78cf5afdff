import { useQuery } from '@tanstack/react-query'
import { Flame } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDayName, getMonday, parseActivity, shortWeekday } from '../../api/activity'
import { competenciesQuery } from '../../api/queries/profile'
import { formatNumber } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { Card } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { getKnownSolves, getWeekPoints, type KnownSolve } from './model'

/** From Monday. */
const weekDays = [0, 1, 2, 3, 4, 5, 6]
/** Flags, or two of them and a number. */
const levels = [0, 1, 2]

/** What was solved this week. The activity is optional: without it the days are empty. */
export const WeekCard = () => {
  const { t } = useTranslation('groups')
  const { data } = useQuery(competenciesQuery())
  const activity = data && parseActivity(data.activity, serverClock.now())
  const today = activity?.days.at(-1)?.day
  const solves = today === undefined ? [] : getKnownSolves(data?.competencies, getMonday(today))
  return (
    <Card as="section" padding="lg" aria-labelledby="week" className="flex flex-1 flex-col gap-3">
      <div className="flex min-h-6 items-center justify-between gap-4">
        <h2 id="week" className="text-base">
          {t('week.title')}
        </h2>
        {activity && activity.streak > 1 && (
          <p className="flex items-center gap-1.5 text-sm font-medium text-signal">
            <Flame className="size-4 shrink-0" />
            <span>{t('week.streak', { count: activity.streak })}</span>
          </p>
        )}
      </div>
      <Week days={activity?.days ?? []} solves={solves} />
      {/* The height of the figures, so that nothing moves when the activity comes. */}
      <div className="flex min-h-[4rem] flex-col justify-center border-t border-line pt-3 text-sm">
        {activity && <WeekFacts activity={activity} solves={solves} />}
      </div>
    </Card>
  )
}

type Activity = NonNullable<ReturnType<typeof parseActivity>>

const getWeek = (days: Activity['days']) => {
  const today = days.at(-1)
  return today ? days.slice(-(today.day - getMonday(today.day) + 1)) : []
}

const Week = ({ days, solves }: Pick<Activity, 'days'> & { solves: readonly KnownSolve[] }) => {
  const { i18n } = useTranslation('groups')
  const week = getWeek(days)
  // Any Monday names the days while the activity is unknown.
  const monday = week[0]?.day ?? getMonday(0)
  return (
    <ol className="grid flex-1 grid-cols-7 items-end justify-items-center gap-1">
      {weekDays.map(at => {
        const isToday = at === week.length - 1
        const day = week[at]
        return (
          <li key={at} className="flex flex-col items-center gap-1">
            <div className="flex min-h-[4.125rem] flex-col-reverse items-center gap-0.5">
              {day && day.solved > 0 ? (
                <DayFlags
                  solved={day.solved}
                  categories={solves.flatMap(one =>
                    one.day === day.day && one.category ? one.category : [],
                  )}
                />
              ) : isToday ? (
                <span className="size-5 border border-dashed border-control" />
              ) : (
                <span className="w-4 border-b border-control" />
              )}
            </div>
            <time className={cx('text-xs', isToday ? 'font-semibold text-text' : 'text-muted')}>
              {shortWeekday(monday + at, i18n.language)}
            </time>
          </li>
        )
      })}
    </ol>
  )
}

/** One above the other: a flag for each solve, and a plain square if its category is not known. */
const DayFlags = ({ solved, categories }: { solved: number; categories: readonly string[] }) => {
  const { t, i18n } = useTranslation('groups')
  const shown = solved > levels.length ? levels.length - 1 : solved
  return (
    <>
      <span className="sr-only">{`${t('week.tasks')}: ${formatNumber(solved, i18n.language)}`}</span>
      {levels.slice(0, shown).map(at => (
        <DayFlag key={at} category={categories[at]} />
      ))}
      {shown < solved && (
        <span className="flex h-5 items-center text-xs text-muted">
          {`+${formatNumber(solved - shown, i18n.language)}`}
        </span>
      )}
    </>
  )
}

const DayFlag = ({ category }: { category: string | undefined }) =>
  category ? (
    <span>
      <CategoryFlag name={category} className="block size-5" />
      <bdi className="sr-only">{category}</bdi>
    </span>
  ) : (
    <span className="size-5 bg-success" />
  )

interface WeekFactsProps {
  activity: Activity
  solves: readonly KnownSolve[]
}

const WeekFacts = ({ activity: { days, solved: total }, solves }: WeekFactsProps) => {
  const { t, i18n } = useTranslation('groups')
  const number = (value: number) => formatNumber(value, i18n.language)
  const week = getWeek(days)
  const solved = week.reduce((sum, day) => sum + day.solved, 0)
  const last = days.findLast(day => day.solved > 0)
  if (solved === 0)
    return (
      <p className="text-balance text-muted">
        {last
          ? t('week.last', { date: formatDayName(last.day, i18n.language) })
          : total === 0 && t('week.none')}
      </p>
    )
  const points = getWeekPoints(week, solves)
  return (
    <dl className="flex justify-between gap-3">
      <Figure value={number(solved)}>{t('week.tasks')}</Figure>
      {points !== null && <Figure value={`+${number(points)}`}>{t('week.points', { count: points })}</Figure>}
    </dl>
  )
}

const Figure = ({ value, children }: { value: string; children: ReactNode }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-xs text-muted">{children}</dt>
    <dd className="text-lg leading-snug font-semibold">{value}</dd>
  </div>
)
