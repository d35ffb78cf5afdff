import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/clock'
import { formatNumber } from '../../lib/format'
import { isVisible } from '../../lib/is-visible'
import { cx } from '../../ui/cx'
import { endVisit, getRankChange, recordVisit } from './rank-visits'

/**
 * Ranks gained (positive) or lost since the last visit of a group's leaderboard; null if unknown. See
 * `rank-visits.ts`.
 */
export const useRankChange = (groupId: number, rank: number | null): number | null => {
  const [change, setChange] = useState<number | null>(null)
  useEffect(() => {
    if (rank === null) {
      setChange(null)
      return undefined
    }
    const record = () => {
      const visit = recordVisit(groupId, rank, clock.now())
      setChange(visit && getRankChange(visit))
    }
    const end = () => endVisit(groupId, clock.now())
    const handleVisibilityChange = () => (isVisible() ? record() : end())
    if (isVisible()) record()
    document.addEventListener('visibilitychange', handleVisibilityChange)
    window.addEventListener('pagehide', end)
    return () => {
      document.removeEventListener('visibilitychange', handleVisibilityChange)
      window.removeEventListener('pagehide', end)
      if (isVisible()) end()
    }
  }, [groupId, rank])
  return change
}

/** ▲2 or ▼1 with a text for screen readers; nothing for no change. */
export const RankChange = ({ change }: { change: number | null }) => {
  const { t, i18n } = useTranslation('leaderboard')
  if (!change) return null
  const count = Math.abs(change)
  const isUp = change > 0
  const formatted = formatNumber(count, i18n.language)
  return (
    <span className={cx('whitespace-nowrap font-medium', isUp ? 'text-success-text' : 'text-danger-text')}>
      <span aria-hidden className="tabular-nums">
        {isUp ? '▲' : '▼'}
        {formatted}
      </span>
      <span className="sr-only">{t(isUp ? 'change.up' : 'change.down', { count, places: formatted })}</span>
    </span>
  )
}
