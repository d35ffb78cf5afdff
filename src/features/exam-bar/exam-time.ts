import type { TFunction } from 'i18next'

const two = (value: number): string => String(value).padStart(2, '0')

/** What stands where the time is not known (E11). */
const dash = '–'

/** The bar's digits of so many seconds, always with hours: `1:02:03`, `0:05:09`, `30:00:00`. */
export const barTime = (left: number | null): string => {
  if (left === null) return dash
  const minutes = Math.floor(left / 60)
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(left % 60)}`
}

/** The title's time, whole minutes rounded up, so that it changes once a minute. Digits alone would read as a time of day. */
export const titleTime = (left: number | null, t: TFunction<'examBar'>): string | null => {
  if (left === null) return null
  const total = Math.ceil(left / 60)
  const [hours, minutes] = [Math.floor(total / 60), total % 60]
  return hours > 0 ? t('title.hours', { hours, minutes }) : t('title.minutes', { minutes })
}

/** Seconds in whole minutes, rounded up but within the last one: what is said of the time left. */
export const saidSeconds = (left: number): number => (left < 60 ? left : Math.ceil(left / 60) * 60)
