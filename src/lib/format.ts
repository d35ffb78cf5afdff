/**
 * The one place that turns numbers, times, sizes and money into text. `language` is the interface's (`ru`, `en`).
 * Whatever is not a number or a time becomes a dash: a drifted answer costs a value, not a page.
 */

const dash = '–'
const space = '\u00a0'

const cache = new Map<string, unknown>()

/** Making an Intl object costs a hundred times what using it does. */
const cached = <T>(key: string, make: () => T): T => {
  const known = cache.get(key) as T | undefined
  if (known) return known
  const made = make()
  cache.set(key, made)
  return made
}

const numbers = (language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  cached(`number ${language} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(language, options))

const dates = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  cached(`date ${language} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(language, options))

/** A number and its unit stay on one line. */
const unbroken = (text: string): string => text.replace(/[ \u202f]/g, space)

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** 1234567 → `1 234 567` and `1,234,567`. */
export const formatNumber = (value: number, language: string): string =>
  isNumber(value) ? unbroken(numbers(language).format(value)) : dash

/** 0.5 → `50 %` and `50%`. */
export const formatPercent = (share: number, language: string): string =>
  isNumber(share) ? unbroken(numbers(language, { style: 'percent' }).format(share)) : dash

/** An RFC 3339 text or milliseconds since the epoch. */
export type Moment = string | number

/** A day, or a day and a time of it, with or without an offset: RFC 3339, and how databases write it. */
const written = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

const latestMoment = 8.64e15

let hasWarned = false

/** Logged once a visit, in development only: the contract asks for an offset. */
const warnOfMissingOffset = (moment: string): void => {
  if (!import.meta.env.DEV || hasWarned) return
  hasWarned = true
  console.warn(`A time came without an offset, so it cannot be read: ${moment}`)
}

/** `Z`, `+03`, `+0300` and `+03:00` in the one form that every browser reads. */
const fullOffset = (offset: string): string =>
  offset.toUpperCase() === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`

/**
 * Milliseconds since the epoch, or null when it cannot be read. A time without an offset cannot: it may be of any time
 * zone, and an unknown deadline is better than one that is hours off. A day alone begins in UTC.
 */
export const parseMoment = (moment: Moment | null | undefined): number | null => {
  // Beyond that no calendar knows a day, and writing one would throw.
  if (typeof moment === 'number') return Math.abs(moment) <= latestMoment ? moment : null
  const [, day, time, offset] = (typeof moment === 'string' && written.exec(moment)) || []
  if (day === undefined) return null
  if (time !== undefined && offset === undefined) {
    warnOfMissingOffset(String(moment))
    return null
  }
  const parsed = Date.parse(time === undefined ? day : `${day}T${time}${fullOffset(offset ?? 'Z')}`)
  return Number.isNaN(parsed) ? null : parsed
}

const inWords = (
  moment: Moment | null | undefined,
  language: string,
  options: Intl.DateTimeFormatOptions,
): string => {
  const time = parseMoment(moment)
  return time === null ? dash : dates(language, options).format(time)
}

/** `12 декабря 2026 г.`, `December 12, 2026`. */
export const formatDate = (moment: Moment | null | undefined, language: string): string =>
  inWords(moment, language, { dateStyle: 'long' })

/** `12 дек.`, `Dec 12`: where there is room for little, as on an axis. */
export const formatShortDate = (moment: Moment | null | undefined, language: string): string =>
  inWords(moment, language, { day: 'numeric', month: 'short' })

/** `12.2026`, `12/2026`: a month of any year, where there is room for little. */
export const formatMonth = (moment: Moment | null | undefined, language: string): string =>
  inWords(moment, language, { month: '2-digit', year: 'numeric' })

/** `12.12, 14:05`, `12/12, 14:05`: a time of one day or the next. */
export const formatDayTime = (moment: Moment | null | undefined, language: string): string =>
  inWords(moment, language, {
    day: 'numeric',
    month: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

/** A day of the calendar that is a moment of UTC, or a part of its name; wherever the reader is. */
export const formatInUtc = (time: number, language: string, options: Intl.DateTimeFormatOptions): string =>
  dates(language, { ...options, timeZone: 'UTC' }).format(time)

/** A day of the calendar, `2026-12-12`, as `12 декабря 2026 г.`: the same day wherever the reader is. */
export const formatDay = (day: string | null | undefined, language: string): string => {
  const time = typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  // A day that no month has, such as the 30th of February, is another day for some browsers.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(String(day))
  return isDay ? formatInUtc(time, language, { dateStyle: 'long' }) : dash
}

/** `14:05`, in both languages by 24 hours. */
export const formatTime = (moment: Moment | null | undefined, language: string): string =>
  inWords(moment, language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** `14:05:10`. */
export const formatSecond = (moment: Moment | null | undefined, language: string): string =>
  inWords(moment, language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

const dateTime = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** `12 декабря 2026 г. в 14:05`. */
export const formatDateTime = (moment: Moment | null | undefined, language: string): string =>
  inWords(moment, language, dateTime)

/** `12 декабря 2026 г. в 14:05 GMT+3`: the zone is named, so that nobody misses an exam's end by it. */
export const formatDeadline = (moment: Moment | null | undefined, language: string): string =>
  inWords(moment, language, { ...dateTime, timeZoneName: 'short' })

/** Makes what numbers and times are written by, which takes long the first time, for instance while an answer is awaited. */
export const prepareFormats = (language: string): void => {
  formatNumber(0, language)
  formatDateTime(0, language)
}

const timeUnits = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Seconds by the two largest units that are not empty: `1 ч 30 мин`, `2 hr 5 min`. Negative counts as nothing left. */
export const formatDuration = (seconds: number, language: string): string => {
  if (!isNumber(seconds)) return dash
  let left = Math.max(0, Math.floor(seconds))
  const first = timeUnits.findIndex(([, size]) => left >= size)
  const parts: string[] = []
  for (const [unit, size] of timeUnits.slice(first === -1 ? 3 : first, first === -1 ? 4 : first + 2)) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0 || parts.length === 0) parts.push(numbers(language, { style: 'unit', unit }).format(count))
  }
  return unbroken(parts.join(space))
}

/** A countdown of so many seconds: `1:02:03`, `05:09`; never below zero. */
export const formatCountdown = (seconds: number): string => {
  if (!isNumber(seconds)) return dash
  const left = Math.max(0, Math.ceil(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(left / 3600)
  const rest = `${two(Math.floor((left % 3600) / 60))}:${two(left % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Bytes by 1024, as the specification counts its 5 MB: `4,7 МБ`, `4.7 MB`. */
export const formatSize = (bytes: number, language: string): string => {
  if (!isNumber(bytes) || bytes < 0) return dash
  const power = bytes < 1024 ? 0 : Math.min(sizeUnits.length - 1, Math.floor(Math.log2(bytes) / 10))
  const unit = sizeUnits[power] ?? 'byte'
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return unbroken(numbers(language, style).format(bytes / 1024 ** power))
}

/** Money in the currency's smallest unit (kopecks, cents): 150000 RUB → `1 500 ₽`. An unknown currency is named as it came. */
export const formatMoney = (minor: number, currency: string, language: string): string => {
  if (!isNumber(minor)) return dash
  if (!/^[A-Za-z]{3}$/.test(currency)) return `${formatNumber(minor / 100, language)}${space}${currency}`
  const options = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const
  const format = numbers(language, options)
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return unbroken(format.format(minor / 10 ** digits))
}
