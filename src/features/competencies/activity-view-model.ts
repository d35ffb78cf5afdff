import { dayAt, dayOf, dayText, mondayOf } from '../../lib/calendar-days'
import { countOf } from '../../lib/count-of'
import { propertiesOf } from './read-values'

export type ActivityLevel = 0 | 1 | 2 | 3 | 4

export interface ActivityDayView {
  /** Of the calendar, see `calendar-days`. */
  day: number
  solved: number
  level: ActivityLevel
}

export interface ActivityMonthView {
  /** The first day of the month that is shown. */
  day: number
  /** Days with something solved. */
  activeDays: number
  solved: number
}

export interface ActivityViewModel {
  /** Every day from the Monday 51 weeks before this week's until today. */
  days: readonly ActivityDayView[]
  solved: number
  activeDays: number
  /** Most days in a row with something solved. */
  longestRun: number
  /** The day with the most; null when several share that, or there is none. */
  best: ActivityDayView | null
  /** Newest first, the months without anything too. */
  months: readonly ActivityMonthView[]
}

const weeksShown = 52

/** From how many tasks a day on each level begins. The same for everybody, so that two people compare. */
export const activityLevels: readonly { level: ActivityLevel; from: number }[] = [
  { level: 0, from: 0 },
  { level: 1, from: 1 },
  { level: 2, from: 2 },
  { level: 3, from: 3 },
  { level: 4, from: 5 },
]

const levelOf = (solved: number): ActivityLevel =>
  activityLevels.findLast(({ from }) => solved >= from)?.level ?? 0

/** How many tasks on which day; days that no calendar has are left out, and a day that came twice counts twice. */
const solvedByDay = (activity: readonly unknown[]): Map<number, number> => {
  const found = new Map<number, number>()
  for (const value of activity) {
    const { date, solved } = propertiesOf(value)
    const [day, count] = [dayOf(date), countOf(solved)]
    if (day !== null && count !== null && count >= 1)
      found.set(day, (found.get(day) ?? 0) + Math.floor(count))
  }
  return found
}

/** The server's calendar may be a day ahead of UTC: what it already counts under tomorrow is today there. */
const todayOf = (days: Iterable<number>, now: number): number => {
  const today = dayAt(now)
  for (const day of days) if (day === today + 1) return day
  return today
}

const longestRunOf = (days: readonly ActivityDayView[]): number => {
  let [longest, run] = [0, 0]
  for (const { solved } of days) {
    run = solved > 0 ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

const monthsOf = (days: readonly ActivityDayView[]): ActivityMonthView[] => {
  const months = new Map<string, ActivityMonthView>()
  for (const { day, solved } of days) {
    const key = dayText(day).slice(0, 7)
    const known = months.get(key) ?? { day, activeDays: 0, solved: 0 }
    months.set(key, {
      day: known.day,
      activeDays: known.activeDays + (solved > 0 ? 1 : 0),
      solved: known.solved + solved,
    })
  }
  return [...months.values()].reverse()
}

const bestOf = (days: readonly ActivityDayView[]): ActivityDayView | null => {
  const most = Math.max(0, ...days.map(({ solved }) => solved))
  const [best, ...others] = days.filter(({ solved }) => solved === most)
  return most > 0 && best && others.length === 0 ? best : null
}

/**
 * The last 52 weeks of an answer's `activity`, by the days that the server named.
 * @param now the server's time in milliseconds since the epoch
 * @returns null when the answer holds no activity
 */
export const readActivity = (activity: unknown, now: number): ActivityViewModel | null => {
  if (!Array.isArray(activity)) return null
  const counts = solvedByDay(activity)
  const today = todayOf(counts.keys(), now)
  const first = mondayOf(today) - 7 * (weeksShown - 1)
  const days = Array.from({ length: today - first + 1 }, (_, at): ActivityDayView => {
    const solved = counts.get(first + at) ?? 0
    return { day: first + at, solved, level: levelOf(solved) }
  })
  const active = days.filter(({ solved }) => solved > 0)
  return {
    days,
    solved: active.reduce((sum, { solved }) => sum + solved, 0),
    activeDays: active.length,
    longestRun: longestRunOf(days),
    best: bestOf(days),
    months: monthsOf(days),
  }
}
