/** Invalid values become a dash, so that a malformed response doesn't break the page. */

const DASH = '–'
const NO_BREAK_SPACE = '\u00a0'

const cache = new Map<string, unknown>()

/** Creating an Intl object is about a hundred times slower than using it. */
const cached = <T>(key: string, make: () => T): T => {
  const known = cache.get(key) as T | undefined
  if (known) return known
  const made = make()
  cache.set(key, made)
  return made
}

const getNumberFormat = (language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  cached(`number ${language} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(language, options))

const getDateFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  cached(`date ${language} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(language, options))

/** Keeps the Russian `г.` on the line of its year. */
const formatTimestamp = (time: number, language: string, options: Intl.DateTimeFormatOptions): string =>
  getDateFormat(language, options).format(time).replace(' г.', `${NO_BREAK_SPACE}г.`)

/** Keeps a number and its unit on one line. */
const noBreak = (text: string): string => text.replace(/[ \u202f]/g, NO_BREAK_SPACE)

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** 1234567 → `1 234 567` and `1,234,567`. */
export const formatNumber = (value: number, language: string): string =>
  isNumber(value) ? noBreak(getNumberFormat(language).format(value)) : DASH

/** 0.5 → `50 %` and `50%`. */
export const formatPercent = (share: number, language: string): string =>
  isNumber(share) ? noBreak(getNumberFormat(language, { style: 'percent' }).format(share)) : DASH

/** RFC 3339 string or milliseconds since the epoch. */
export type Moment = string | number

/** A date, or a date and time with or without an offset, in RFC 3339 or a common database format. */
const DATE_PATTERN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

const MAX_MOMENT_MS = 8.64e15

let hasWarned = false

/** Warns once per visit in development: the contract requires an offset. */
const warnMissingOffset = (moment: string): void => {
  if (!import.meta.env.DEV || hasWarned) return
  hasWarned = true
  console.warn(`Can't parse a time without an offset: ${moment}`)
}

/** Converts `Z`, `+03`, `+0300` and `+03:00` to the form that all browsers parse. */
const normalizeOffset = (offset: string): string =>
  offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`

/**
 * Milliseconds since the epoch, or null when unreadable. A time without an offset is unreadable: no deadline is better
 * than one that is hours off. A date alone is midnight UTC.
 */
export const parseMoment = (moment: Moment | null | undefined): number | null => {
  // Beyond the range of `Date`, formatting would throw.
  if (typeof moment === 'number') return Math.abs(moment) <= MAX_MOMENT_MS ? moment : null
  const [, day, time, offset] = (typeof moment === 'string' && DATE_PATTERN.exec(moment)) || []
  if (day === undefined) return null
  if (time !== undefined && offset === undefined) {
    warnMissingOffset(String(moment))
    return null
  }
  const parsed = Date.parse(time === undefined ? day : `${day}T${time}${normalizeOffset(offset ?? 'Z')}`)
  return Number.isNaN(parsed) ? null : parsed
}

const formatMoment = (
  moment: Moment | null | undefined,
  language: string,
  options: Intl.DateTimeFormatOptions,
): string => {
  const time = parseMoment(moment)
  return time === null ? DASH : formatTimestamp(time, language, options)
}

type FormatMoment = (moment: Moment | null | undefined, language: string) => string

const momentFormat =
  (options: Intl.DateTimeFormatOptions): FormatMoment =>
  (moment, language) =>
    formatMoment(moment, language, options)

/** `12 декабря 2026 г.`, `December 12, 2026`. */
export const formatDate = momentFormat({ dateStyle: 'long' })

/** `12 декабря`, `December 12`. */
export const formatDayMonth = momentFormat({ day: 'numeric', month: 'long' })

/** `12 дек.`, `Dec 12`: for narrow places such as a chart axis. */
export const formatShortDate = momentFormat({ day: 'numeric', month: 'short' })

/** `12.2026`, `12/2026`: a short month with its year. */
export const formatMonth = momentFormat({ month: '2-digit', year: 'numeric' })

const TIME_OPTIONS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** `12.12, 14:05`, `12/12, 14:05`. */
export const formatDayTime = momentFormat({ day: 'numeric', month: 'numeric', ...TIME_OPTIONS })

/** `14:05`: 24 hours in both languages. */
export const formatTime = momentFormat(TIME_OPTIONS)

/** `14:05:10`. */
export const formatSecond = momentFormat({ ...TIME_OPTIONS, second: '2-digit' })

const DATE_TIME_OPTIONS = { day: 'numeric', month: 'long', year: 'numeric', ...TIME_OPTIONS } as const

/** `12 декабря 2026 г. в 14:05`. */
export const formatDateTime = momentFormat(DATE_TIME_OPTIONS)

/** Formats a calendar day given as a UTC moment, independent of the device's time zone. */
export const formatInUtc = (time: number, language: string, options: Intl.DateTimeFormatOptions): string =>
  formatTimestamp(time, language, { ...options, timeZone: 'UTC' })

/** A date such as `2026-12-12` as `12 декабря 2026 г.`, independent of the device's time zone. */
export const formatDay = (day: string | null | undefined, language: string): string => {
  const time = typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  // Some browsers parse 30 February as 2 March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(String(day))
  return isDay ? formatInUtc(time, language, { dateStyle: 'long' }) : DASH
}

/** `12 декабря 2026 г. в 14:05 МСК`: with the time zone, because deadlines must be unambiguous. */
export const formatDeadline = (
  moment: Moment | null | undefined,
  language: string,
  timeZone?: string,
): string => {
  const options = { ...DATE_TIME_OPTIONS, timeZoneName: 'short', ...(timeZone && { timeZone }) } as const
  const text = formatMoment(moment, language, options)
  // Intl has no abbreviation for Moscow.
  return getDateFormat(language, options).resolvedOptions().timeZone === 'Europe/Moscow'
    ? text.replace('GMT+3', language === 'ru' ? 'МСК' : 'MSK')
    : text
}

/** Fills the cache of Intl objects ahead, for example while a response is pending. */
export const prepareFormats = (language: string): void => {
  formatNumber(0, language)
  formatDateTime(0, language)
}

const TIME_UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Seconds in the two largest non-empty units: `1 ч 30 мин`, `2 hr 5 min`. Negative values count as 0. */
export const formatDuration = (seconds: number, language: string): string => {
  if (!isNumber(seconds)) return DASH
  let left = Math.max(0, Math.floor(seconds))
  const first = TIME_UNITS.findIndex(([, size]) => left >= size)
  const parts: string[] = []
  for (const [unit, size] of TIME_UNITS.slice(first === -1 ? 3 : first, first === -1 ? 4 : first + 2)) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0 || parts.length === 0)
      parts.push(getNumberFormat(language, { style: 'unit', unit }).format(count))
  }
  return noBreak(parts.join(NO_BREAK_SPACE))
}

/** `через 10 дней`, `завтра`. */
export const formatInDays = (days: number, language: string): string =>
  noBreak(new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day'))

/** Rounded down to whole minutes before the last one, as a clock shows them: no time is promised that isn't there. */
export const formatMinutes = (seconds: number, language: string): string =>
  formatDuration(seconds < 60 ? seconds : Math.floor(seconds / 60) * 60, language)

/** Countdown in seconds: `1:02:03`, `05:09`; never negative. */
export const formatCountdown = (seconds: number): string => {
  if (!isNumber(seconds)) return DASH
  const left = Math.max(0, Math.ceil(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(left / 3600)
  const rest = `${two(Math.floor((left % 3600) / 60))}:${two(left % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Bytes in units of 1024, rounded up, so that a file over a limit never looks as large as the limit: `4,7 МБ`, `4.7 MB`. */
export const formatSize = (bytes: number, language: string): string => {
  if (!isNumber(bytes) || bytes < 0) return DASH
  const power = bytes < 1024 ? 0 : Math.min(SIZE_UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const unit = SIZE_UNITS[power] ?? 'byte'
  const style = {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
    roundingMode: 'ceil',
  } as const
  return noBreak(getNumberFormat(language, style).format(bytes / 1024 ** power))
}

/** Money in minor units (kopecks, cents): 150000 RUB → `1 500 ₽`. Unknown currencies are shown as given. */
export const formatMoney = (minor: number, currency: string, language: string): string => {
  if (!isNumber(minor)) return DASH
  if (!/^[A-Za-z]{3}$/.test(currency))
    return `${formatNumber(minor / 100, language)}${NO_BREAK_SPACE}${currency}`
  const options = {
    style: 'currency',
    currency,
    // Short names of other currencies are ambiguous: several are dollars.
    currencyDisplay: currency === 'RUB' ? 'narrowSymbol' : 'symbol',
    trailingZeroDisplay: 'stripIfInteger',
  } as const
  const format = getNumberFormat(language, options)
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return noBreak(format.format(minor / 10 ** digits))
}
