import { formatDuration } from '../../lib/format'

/** Whole minutes left in words, rounded up; null in the last one. */
export const leftText = (left: number, language: string): string | null =>
  left < 60 ? null : formatDuration(Math.ceil(left / 60) * 60, language)
