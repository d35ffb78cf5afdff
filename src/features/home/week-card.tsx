import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Flame } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDayName, getMonday, parseActivity, shortWeekday } from '../../api/activity'
import { competenciesQuery } from '../../api/queries/profile'
import { serverClock } from '../../lib/server-clock'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'

/** From Monday. */
const weekDays = [0, 1, 2, 3, 4, 5, 6]

/** What was solved this week. The activity is optional: without it the card only links to the profile. */
export const WeekCard = () => {
  const { t } = useTranslation('groups')
  const { data } = useQuery(competenciesQuery())
  const activity = data && parseActivity(data.activity, serverClock.now())
  return (
    <Card as="section" padding="lg" aria-labelledby="week" className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="week" className="text-lg">
          {t('week.title')}
        </h2>
        <Link to="/competencies/{-$userId}" className="inline-flex min-h-6 items-center text-sm">
          {t('week.profile')}
        </Link>
      </div>
      <Week days={activity?.days ?? []} />
      {/* Two lines are kept, so that nothing moves when the activity comes. */}
      <div className="flex min-h-[3.25rem] flex-col justify-end gap-1 text-sm">
        {activity && <WeekFacts activity={activity} />}
      </div>
    </Card>
  )
}

type Activity = NonNullable<ReturnType<typeof parseActivity>>

const getWeek = (days: Activity['days']) => {
  const today = days.at(-1)
  return today ? days.slice(-(today.day - getMonday(today.day) + 1)) : []
}

const Week = ({ days }: Pick<Activity, 'days'>) => {
  const { i18n } = useTranslation('groups')
  const week = getWeek(days)
  // Any Monday names the days while the activity is unknown.
  const monday = week[0]?.day ?? getMonday(0)
  return (
    <ol className="grid grid-cols-7 justify-items-center gap-1" aria-hidden>
      {weekDays.map(at => {
        const isToday = at === week.length - 1
        return (
          <li key={at} className="flex flex-col items-center gap-1">
            <time className={cx('text-xs', isToday ? 'font-semibold text-text' : 'text-muted')}>
              {shortWeekday(monday + at, i18n.language)}
            </time>
            {week[at]?.solved ? (
              <span className="flex size-8 items-center justify-center rounded-chip bg-success text-on-success">
                <Check className="size-5" />
              </span>
            ) : (
              <span
                className={cx(
                  'size-8 rounded-chip border',
                  isToday ? 'border-control border-dashed' : 'border-line',
                )}
              />
            )}
          </li>
        )
      })}
    </ol>
  )
}

const WeekFacts = ({ activity: { days, streak, solved: total } }: { activity: Activity }) => {
  const { t, i18n } = useTranslation('groups')
  const week = getWeek(days)
  const solved = week.reduce((sum, day) => sum + day.solved, 0)
  const last = days.findLast(day => day.solved > 0)
  return (
    <>
      {streak > 1 && (
        <p className="flex items-center gap-1.5 font-medium text-signal">
          <Flame className="size-4 shrink-0" />
          <span>{t('week.streak', { count: streak })}</span>
        </p>
      )}
      <p className="text-muted">
        {solved > 0
          ? t('week.solved', { count: solved })
          : last
            ? t('week.last', { date: formatDayName(last.day, i18n.language) })
            : total === 0 && t('week.none')}
      </p>
    </>
  )
}
