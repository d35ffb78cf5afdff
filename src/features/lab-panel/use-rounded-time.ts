import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/format'

/** Nobody wants "up to 57 seconds": up to a minute and a half by fives, then by whole minutes. */
const roundedUp = (seconds: number): number => {
  const step = seconds <= 90 ? 5 : 60
  return Math.max(step, Math.ceil(seconds / step) * step)
}

/** A usual span in words, rounded up. */
export const useRoundedTime = (seconds: number): string => {
  const { i18n } = useTranslation()
  return formatDuration(roundedUp(seconds), i18n.language)
}
