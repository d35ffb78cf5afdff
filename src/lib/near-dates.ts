import { DAY_MS } from './durations'
import { formatDate, formatDayMonth } from './format'

/** A date without its year is taken for the nearest one. */
const NEAR_DAYS = 183

/** `12 января`, and with the year if it is more than half a year away. */
export const formatNearDate = (time: number, now: number, language: string): string =>
  (Math.abs(time - now) < NEAR_DAYS * DAY_MS ? formatDayMonth : formatDate)(time, language)
