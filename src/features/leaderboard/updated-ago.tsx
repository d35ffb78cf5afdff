import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/clock'
import { formatDateTime, formatDuration, formatTime } from '../../lib/format'

interface UpdatedAgoProps {
  /** Device clock, milliseconds. */
  readAt: number
  hasFailed: boolean
}

const SECOND_MS = 1000
const HALF_DAY_S = 43_200

/** Age of the data. Not a live region, because it changes every second; a failed refetch is announced. */
export const UpdatedAgo = ({ readAt, hasFailed }: UpdatedAgoProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const [now, setNow] = useState(clock.now)
  useEffect(() => clock.every(SECOND_MS, () => setNow(clock.now())), [])
  const seconds = Math.max(0, Math.floor((now - readAt) / SECOND_MS))
  const age =
    seconds < 5 ? t('updated.now') : t('updated.ago', { duration: formatDuration(seconds, i18n.language) })
  // The time alone would look like today's.
  const time =
    seconds < HALF_DAY_S ? formatTime(readAt, i18n.language) : formatDateTime(readAt, i18n.language)
  return (
    <>
      {!hasFailed && <span className="tabular-nums">{age}</span>}
      <span role="status">{hasFailed && t('updated.failed', { time })}</span>
    </>
  )
}
