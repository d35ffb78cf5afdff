import { DAY_MS } from '../lib/durations'
import { formatDay, formatInUtc } from '../lib/format'
import { isRecord } from '../lib/is-record'
import { parseCount } from '../lib/text'

// Calendar days are numbers of days since 1 January 1970, independent of time zones.

/** The day at the start of a string, `2026-10-05` or a date-time as written; null when invalid. */
export const parseDay = (text: unknown): number | null => {
  const [, day] = (typeof text === 'string' && /^(\d{4}-\d\d-\d\d)(?:[T ]|$)/.exec(text)) || []
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  // Some browsers parse 30 February as 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day ? time / DAY_MS : null
}

/** The UTC day of a moment in milliseconds since the epoch. */
export const toDay = (moment: number): number => Math.floor(moment / DAY_MS)

/** `2026-10-05`. */
export const toIsoDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** 0 for Monday to 6 for Sunday. */
const getWeekday = (day: number): number => (((day + 3) % 7) + 7) % 7

export const getMonday = (day: number): number => day - getWeekday(day)

/** `5 октября 2026 г.`: the server's date, whatever the user's time zone. */
export const formatDayName = (day: number, language: string): string => formatDay(toIsoDate(day), language)

/** `окт.`, `Oct`. */
export const shortMonth = (day: number, language: string): string =>
  formatInUtc(day * DAY_MS, language, { month: 'short' })

/** `октябрь 2026 г.`, `October 2026`. */
export const monthAndYear = (day: number, language: string): string =>
  formatInUtc(day * DAY_MS, language, { month: 'long', year: 'numeric' })

/** `октября`, `October`: as in `с октября`. */
export const formatMonthOfDay = (day: number, language: string): string =>
  formatInUtc(day * DAY_MS, language, { day: 'numeric', month: 'long' })
    .replace(/\d+/, '')
    .trim()

/** `2026`. */
export const formatYear = (day: number, language: string): string =>
  formatInUtc(day * DAY_MS, language, { year: 'numeric' }).replace(/\D+/g, '')

/** `5 октября`, `October 5`. */
export const formatDayMonthName = (day: number, language: string): string =>
  formatInUtc(day * DAY_MS, language, { day: 'numeric', month: 'long' })

/** `пн`, `Mon`. */
export const shortWeekday = (day: number, language: string): string =>
  formatInUtc(day * DAY_MS, language, { weekday: 'short' })

export interface ActivityDayView {
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

export type ActivityViewModel = NonNullable<ReturnType<typeof parseActivity>>

const MAX_WEEKS = 52

/** Fixed thresholds, so that users can compare. */
export const activityLevels = [
  { level: 0, from: 0 },
  { level: 1, from: 1 },
  { level: 2, from: 2 },
  { level: 3, from: 3 },
  { level: 4, from: 5 },
] as const

export type ActivityLevel = (typeof activityLevels)[number]['level']

const getLevel = (solved: number): ActivityLevel =>
  activityLevels.findLast(({ from }) => solved >= from)?.level ?? 0

/** Invalid dates are ignored; duplicate dates are summed. */
const countSolvedByDay = (activity: readonly unknown[]): Map<number, number> => {
  const found = new Map<number, number>()
  for (const value of activity) {
    if (!isRecord(value)) continue
    const { date, solved } = value
    const [day, count] = [parseDay(date), parseCount(solved)]
    if (day !== null && count !== null && count >= 1)
      found.set(day, (found.get(day) ?? 0) + Math.floor(count))
  }
  return found
}

const getLongestStreak = (days: readonly ActivityDayView[]): number => {
  let [longest, run] = [0, 0]
  for (const { solved } of days) {
    run = solved > 0 ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** Days in a row until today, or until yesterday while today is still open. */
const getCurrentStreak = (days: readonly ActivityDayView[]): number => {
  const end = days.at(-1)?.solved ? days.length : days.length - 1
  const start = days.findLastIndex(({ solved }, at) => at < end && solved === 0) + 1
  return Math.max(0, end - start)
}

const getMonths = (days: readonly ActivityDayView[]): ActivityMonthView[] => {
  const months = new Map<string, ActivityMonthView>()
  for (const { day, solved } of days) {
    const key = toIsoDate(day).slice(0, 7)
    const month = months.get(key) ?? { day, activeDays: 0, solved: 0 }
    if (solved > 0) month.activeDays += 1
    month.solved += solved
    months.set(key, month)
  }
  return [...months.values()].reverse()
}

/** As many days as an answer may hold: there may be older ones. */
const MAX_DAYS = 400

/**
 * The weeks of the `activity` field from the first solve until `now` (server time), at most the last 52; null without an
 * activity list.
 */
export const parseActivity = (activity: unknown, now: number) => {
  if (!Array.isArray(activity)) return null
  const counts = countSolvedByDay(activity)
  // The server's time zone may be a day ahead of UTC.
  const today = counts.has(toDay(now) + 1) ? toDay(now) + 1 : toDay(now)
  const oldest = [...counts.keys()].reduce((first, day) => Math.min(first, day), Number.POSITIVE_INFINITY)
  const monday = getMonday(today)
  const first = Math.min(monday, Math.max(monday - 7 * (MAX_WEEKS - 1), getMonday(oldest) || 0))
  const days = Array.from({ length: today - first + 1 }, (_, at): ActivityDayView => {
    const solved = counts.get(first + at) ?? 0
    return { day: first + at, solved, level: getLevel(solved) }
  })
  const active = days.filter(({ solved }) => solved > 0)
  return {
    weeks: Math.ceil(days.length / 7),
    /** From the Monday of the first week until today. */
    days,
    /** The day of the first solve; null when unknown. */
    since: activity.length < MAX_DAYS && oldest <= today ? oldest : null,
    solved: active.reduce((sum, { solved }) => sum + solved, 0),
    activeDays: active.length,
    longestStreak: getLongestStreak(days),
    /** In days, up to today or yesterday. */
    streak: getCurrentStreak(days),
    /** Newest first, including empty months. */
    months: getMonths(days),
  }
}

/** Space for one label. */
const MIN_LABEL_WEEKS = 3

/** Month labels by week index. The days are consecutive and start on a Monday. */
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
