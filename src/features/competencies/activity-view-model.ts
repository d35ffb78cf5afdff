import { getMonday, parseDay, toDay, toIsoDate } from '../../lib/calendar-days'
import { parseCount } from '../../lib/parse-count'
import { toRecord } from './parse-values'

export type ActivityLevel = 0 | 1 | 2 | 3 | 4

export interface ActivityDayView {
  /** Day number, see `calendar-days`. */
  day: number
  solved: number
  level: ActivityLevel
}

export interface ActivityMonthView {
  /** First shown day of the month. */
  day: number
  /** Days with at least one solved task. */
  activeDays: number
  solved: number
}

export interface ActivityViewModel {
  /** From the Monday 51 weeks ago until today. */
  days: readonly ActivityDayView[]
  solved: number
  activeDays: number
  /** In days. */
  longestStreak: number
  /** Null without a unique maximum. */
  best: ActivityDayView | null
  /** Newest first, including empty months. */
  months: readonly ActivityMonthView[]
}

const WEEKS_SHOWN = 52

/** Fixed thresholds, so that users can compare. */
export const activityLevels: readonly { level: ActivityLevel; from: number }[] = [
  { level: 0, from: 0 },
  { level: 1, from: 1 },
  { level: 2, from: 2 },
  { level: 3, from: 3 },
  { level: 4, from: 5 },
]

const getLevel = (solved: number): ActivityLevel =>
  activityLevels.findLast(({ from }) => solved >= from)?.level ?? 0

/** Invalid dates are ignored; duplicate dates are summed. */
const countSolvedByDay = (activity: readonly unknown[]): Map<number, number> => {
  const found = new Map<number, number>()
  for (const value of activity) {
    const { date, solved } = toRecord(value)
    const [day, count] = [parseDay(date), parseCount(solved)]
    if (day !== null && count !== null && count >= 1)
      found.set(day, (found.get(day) ?? 0) + Math.floor(count))
  }
  return found
}

/** The server's time zone may be a day ahead of UTC. */
const getToday = (days: Iterable<number>, now: number): number => {
  const today = toDay(now)
  for (const day of days) if (day === today + 1) return day
  return today
}

const getLongestStreak = (days: readonly ActivityDayView[]): number => {
  let [longest, run] = [0, 0]
  for (const { solved } of days) {
    run = solved > 0 ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

const getMonths = (days: readonly ActivityDayView[]): ActivityMonthView[] => {
  const months = new Map<string, ActivityMonthView>()
  for (const { day, solved } of days) {
    const key = toIsoDate(day).slice(0, 7)
    const known = months.get(key) ?? { day, activeDays: 0, solved: 0 }
    months.set(key, {
      day: known.day,
      activeDays: known.activeDays + (solved > 0 ? 1 : 0),
      solved: known.solved + solved,
    })
  }
  return [...months.values()].reverse()
}

const getBestDay = (days: readonly ActivityDayView[]): ActivityDayView | null => {
  const max = Math.max(0, ...days.map(({ solved }) => solved))
  const [best, ...others] = days.filter(({ solved }) => solved === max)
  return max > 0 && best && others.length === 0 ? best : null
}

/**
 * The last 52 weeks of the `activity` field.
 * @param now server time in milliseconds
 * @returns null without an activity list
 */
export const parseActivity = (activity: unknown, now: number): ActivityViewModel | null => {
  if (!Array.isArray(activity)) return null
  const counts = countSolvedByDay(activity)
  const today = getToday(counts.keys(), now)
  const first = getMonday(today) - 7 * (WEEKS_SHOWN - 1)
  const days = Array.from({ length: today - first + 1 }, (_, at): ActivityDayView => {
    const solved = counts.get(first + at) ?? 0
    return { day: first + at, solved, level: getLevel(solved) }
  })
  const active = days.filter(({ solved }) => solved > 0)
  return {
    days,
    solved: active.reduce((sum, { solved }) => sum + solved, 0),
    activeDays: active.length,
    longestStreak: getLongestStreak(days),
    best: getBestDay(days),
    months: getMonths(days),
  }
}

/** Space for one label. */
const MIN_LABEL_WEEKS = 3

/**
 * Month labels by week index.
 * @param days consecutive days that start on a Monday
 */
export const getMonthLabels = (
  days: readonly { day: number }[],
  getName: (day: number) => string,
): ReadonlyMap<number, string> => {
  const labels = new Map<number, string>()
  const first = days[0]?.day ?? 0
  for (const { day } of days) {
    if (!toIsoDate(day).endsWith('-01')) continue
    const week = (getMonday(day) - first) / 7
    labels.set(week, getName(day))
  }
  // The current month at the start, if there is space before the next label.
  const next = Math.min(...labels.keys())
  if (next >= MIN_LABEL_WEEKS) labels.set(0, getName(first))
  return labels
}
