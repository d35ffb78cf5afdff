/** Days of the calendar as `YYYY-MM-DD`: a day is no moment, so no zone can move it once it is known. */

/** Which days count as business days, and where on earth they begin. */
export interface BusinessCalendar {
  /** An IANA name, as in `Europe/Moscow`. */
  timeZone: string
  /** Mondays to Fridays that are no business days. */
  holidays: readonly string[]
  /** Saturdays and Sundays that are; a day that stands in both lists is a holiday. */
  workingDays: readonly string[]
}

const dayLength = 86_400_000
/** Whatever a configuration calls a holiday, the search ends: 20 years on, nobody waits any more. */
const furthest = 7305

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The day of a moment, in milliseconds since the epoch, in a zone; the device's zone without one. Null when it is no moment. */
export const dayIn = (moment: number, timeZone?: string): string | null => {
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
 * The day that lies so many business days after the day of a moment, which itself does not count (specification §9,
 * report review). Null when the moment is none, or when no such day comes within 20 years.
 * @param moment milliseconds since the epoch
 */
export const addBusinessDays = (
  moment: number,
  count: number,
  { timeZone, holidays, workingDays }: BusinessCalendar,
): string | null => {
  const first = dayIn(moment, timeZone)
  if (first === null || !Number.isSafeInteger(count) || count < 0) return null
  if (count === 0) return first
  const [free, working] = [new Set(holidays), new Set(workingDays)]
  // Counted in UTC, where every day is 24 hours long.
  const begin = Date.parse(first)
  let left = count
  for (let step = 1; step <= furthest; step += 1) {
    const time = begin + step * dayLength
    const day = isoDay(time)
    const isWeekend = new Date(time).getUTCDay() % 6 === 0
    if (!free.has(day) && (!isWeekend || working.has(day))) left -= 1
    if (left === 0) return day
  }
  return null
}
