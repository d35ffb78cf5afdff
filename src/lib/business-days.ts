/** Calendar days are `YYYY-MM-DD` strings, so no time zone can shift them. */

export interface BusinessCalendar {
  /** IANA name, for example `Europe/Moscow`. */
  timeZone: string
  /** Mondays to Fridays that are not business days. */
  holidays: readonly string[]
  /** Saturdays and Sundays that are business days; holidays win. */
  workingDays: readonly string[]
}

const DAY_MS = 86_400_000
/** Ends the search after 20 years, whatever the configuration says. */
const MAX_DAYS = 7305

const toIsoDate = (time: number): string => new Date(time).toISOString().slice(0, 10)

/**
 * The date of a moment (milliseconds since the epoch) in a time zone, by default the device's. Null for an invalid
 * moment.
 */
export const getDateInZone = (moment: number, timeZone?: string): string | null => {
  if (Number.isNaN(new Date(moment).getTime())) return null
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  })
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
}

/**
 * The date `count` business days after the day of a moment. Null for an invalid moment, or when there is none within 20
 * years.
 * @param moment milliseconds since the epoch
 */
export const addBusinessDays = (
  moment: number,
  count: number,
  { timeZone, holidays, workingDays }: BusinessCalendar,
): string | null => {
  const first = getDateInZone(moment, timeZone)
  if (first === null || !Number.isSafeInteger(count) || count < 0) return null
  if (count === 0) return first
  const [free, working] = [new Set(holidays), new Set(workingDays)]
  // In UTC every day has 24 hours.
  const begin = Date.parse(first)
  let left = count
  for (let step = 1; step <= MAX_DAYS; step += 1) {
    const time = begin + step * DAY_MS
    const day = toIsoDate(time)
    const isWeekend = new Date(time).getUTCDay() % 6 === 0
    if (!free.has(day) && (!isWeekend || working.has(day))) left -= 1
    if (left === 0) return day
  }
  return null
}
