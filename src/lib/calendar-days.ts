import { formatInUtc } from './format'

/** Calendar days as day numbers since 1 January 1970, independent of time zones. */

const DAY_MS = 86_400_000

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

/** `окт.`, `Oct`. */
export const shortMonth = (day: number, language: string): string =>
  formatInUtc(day * DAY_MS, language, { month: 'short' })

/** `октябрь 2026 г.`, `October 2026`. */
export const monthAndYear = (day: number, language: string): string =>
  formatInUtc(day * DAY_MS, language, { month: 'long', year: 'numeric' })

/** `пн`, `Mon`. */
export const shortWeekday = (day: number, language: string): string =>
  formatInUtc(day * DAY_MS, language, { weekday: 'short' })
