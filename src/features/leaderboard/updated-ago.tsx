import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/clock'
import { formatDateTime, formatDuration, formatTime } from '../../lib/format'

interface UpdatedAgoProps {
  /** When the shown data was read, by the device's clock in milliseconds. */
  at: number
  hasFailed: boolean
}

const second = 1000
/** In seconds. */
const halfDay = 43_200

/** How old the shown places are; silent, because it changes all the time. A refresh that failed says so and is a status. */
export const UpdatedAgo = ({ at, hasFailed }: UpdatedAgoProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const [now, setNow] = useState(clock.now)
  useEffect(() => clock.every(second, () => setNow(clock.now())), [])
  const seconds = Math.max(0, Math.floor((now - at) / second))
  const ago =
    seconds < 5 ? t('updated.now') : t('updated.ago', { duration: formatDuration(seconds, i18n.language) })
  // After a night the time alone would be taken for today's.
  const time = seconds < halfDay ? formatTime(at, i18n.language) : formatDateTime(at, i18n.language)
  return (
    <>
      {!hasFailed && <span className="tabular-nums">{ago}</span>}
      <span role="status">{hasFailed && t('updated.failed', { time })}</span>
    </>
  )
}
