import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/clock'
import { formatNumber } from '../../lib/format'
import { isVisible } from '../../lib/is-visible'
import { cx } from '../../ui/cx'
import { changeOf, endLook, keepPlace } from './board-visits'

/**
 * By how many places the reader rose (above zero) or fell since the last visit of a group's board; null while that is
 * not known. Kept on this device while the board is looked at: see `board-visits.ts` for what a visit is.
 */
export const useRankChange = (groupId: number, place: number | null): number | null => {
  const [change, setChange] = useState<number | null>(null)
  useEffect(() => {
    if (place === null) {
      setChange(null)
      return undefined
    }
    const look = () => {
      const visit = keepPlace(groupId, place, clock.now())
      setChange(visit && changeOf(visit))
    }
    const leave = () => endLook(groupId, clock.now())
    const turn = () => (isVisible() ? look() : leave())
    if (isVisible()) look()
    document.addEventListener('visibilitychange', turn)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      window.removeEventListener('pagehide', leave)
      if (isVisible()) leave()
    }
  }, [groupId, place])
  return change
}

/** ▲2 or ▼1, with words for those who listen; nothing where nothing changed. */
export const RankChange = ({ change }: { change: number | null }) => {
  const { t, i18n } = useTranslation('leaderboard')
  if (!change) return null
  const count = Math.abs(change)
  const isUp = change > 0
  const places = formatNumber(count, i18n.language)
  return (
    <span className={cx('whitespace-nowrap font-medium', isUp ? 'text-success-text' : 'text-danger-text')}>
      <span aria-hidden className="tabular-nums">
        {isUp ? '▲' : '▼'}
        {places}
      </span>
      <span className="sr-only">{t(isUp ? 'change.up' : 'change.down', { count, places })}</span>
    </span>
  )
}
