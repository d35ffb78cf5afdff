import { formatDuration } from '../../lib/format'

/** Rounded up; null in the last minute. */
export const formatMinutesLeft = (left: number, language: string): string | null =>
  left < 60 ? null : formatDuration(Math.ceil(left / 60) * 60, language)
