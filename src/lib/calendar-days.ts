import { formatInUtc } from './format'

/**
 * Days of the calendar as whole numbers, counted from 1 January 1970. A server's day stays the day that it named: nothing
 * here knows a time zone.
 */

const oneDay = 86_400_000

/** The day that a text begins with, `2026-10-05` or a time of it as it was written; null when no calendar has it. */
export const dayOf = (text: unknown): number | null => {
  const [, day] = (typeof text === 'string' && /^(\d{4}-\d\d-\d\d)(?:[T ]|$)/.exec(text)) || []
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  // Some browsers turn the 30th of February into another day.
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day ? time / oneDay : null
}

/** The day of a moment in milliseconds since the epoch, by UTC. */
export const dayAt = (moment: number): number => Math.floor(moment / oneDay)

/** `2026-10-05`. */
export const dayText = (day: number): string => new Date(day * oneDay).toISOString().slice(0, 10)

/** 0 for Monday to 6 for Sunday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/** The Monday of the day's week. */
export const mondayOf = (day: number): number => day - weekdayOf(day)

/** `окт.`, `Oct`. */
export const shortMonth = (day: number, language: string): string =>
  formatInUtc(day * oneDay, language, { month: 'short' })

/** `октябрь 2026 г.`, `October 2026`. */
export const monthAndYear = (day: number, language: string): string =>
  formatInUtc(day * oneDay, language, { month: 'long', year: 'numeric' })

/** `пн`, `Mon`. */
export const shortWeekday = (day: number, language: string): string =>
  formatInUtc(day * oneDay, language, { weekday: 'short' })
