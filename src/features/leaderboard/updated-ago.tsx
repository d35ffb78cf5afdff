import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/clock'
import { formatDuration, formatTime } from '../../lib/format'

interface UpdatedAgoProps {
  /** When the shown data was read, by the device's clock in milliseconds. */
  at: number
  hasFailed: boolean
}

const step = 5000

/** How old the shown places are; silent, because it changes all the time. */
export const UpdatedAgo = ({ at, hasFailed }: UpdatedAgoProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    return clock.every(step, () => setNow(clock.now()))
  }, [])
  if (hasFailed) return t('updated.failed', { time: formatTime(at, i18n.language) })
  const seconds = Math.max(0, Math.floor((now - at) / step) * (step / 1000))
  return seconds < 5
    ? t('updated.now')
    : t('updated.ago', { duration: formatDuration(seconds, i18n.language) })
}
