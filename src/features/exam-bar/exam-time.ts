import type { TFunction } from 'i18next'

const padTwo = (value: number): string => String(value).padStart(2, '0')

/** For an unknown time (E11). */
const DASH = '–'

/** `1:02:03`, `0:05:09`, `30:00:00` */
export const formatBarTime = (left: number | null): string => {
  if (left === null) return DASH
  const minutes = Math.floor(left / 60)
  return `${Math.floor(minutes / 60)}:${padTwo(minutes % 60)}:${padTwo(left % 60)}`
}

/**
 * Rounded up to minutes, so that the title changes once a minute. Digits alone would look like a time of day.
 */
export const formatTitleTime = (left: number | null, t: TFunction<'examBar'>): string | null => {
  if (left === null) return null
  const total = Math.ceil(left / 60)
  const [hours, minutes] = [Math.floor(total / 60), total % 60]
  return hours > 0 ? t('title.hours', { hours, minutes }) : t('title.minutes', { minutes })
}

/** Rounded up to whole minutes, except within the last one. */
export const roundForSpeech = (left: number): number => (left < 60 ? left : Math.ceil(left / 60) * 60)
