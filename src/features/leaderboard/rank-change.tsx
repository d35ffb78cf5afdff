import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/clock'
import { formatNumber } from '../../lib/format'
import { isVisible } from '../../lib/online'
import { onPageHidden, onVisibilityChange } from '../../lib/poll-loop'
import { storage } from '../../lib/storage'
import { cx } from '../../ui/cx'

/** Own rank on a group's leaderboard, stored on this device. */
export interface RankVisit {
  /** The last seen rank, and when (device clock, milliseconds). */
  rank: number
  at: number
  /** Rank at the end of the previous visit; null in the first one. */
  previousRank: number | null
}

/** A visit ends after this time away, so the change stays visible through reloads and short looks elsewhere. */
export const VISIT_GAP_MS = 10 * 60_000

const MAX_GROUPS = 100

/** A clock that was set back starts no new visit. */
export const getNextVisit = (stored: RankVisit | null, rank: number, now: number): RankVisit => {
  if (!stored) return { rank, at: now, previousRank: null }
  const isSameVisit = now - stored.at < VISIT_GAP_MS
  return { rank, at: now, previousRank: isSameVisit ? stored.previousRank : stored.rank }
}

/** Positive when the rank improved, negative when it fell; null without a previous visit. */
export const getRankChange = ({ rank, previousRank }: RankVisit): number | null =>
  previousRank === null ? null : previousRank - rank

const parse = (text: string | null): Map<number, RankVisit> => {
  const visits = new Map<number, RankVisit>()
  for (const entry of text?.split(', ') ?? []) {
    const [group = 0, rank = 0, at = 0, previousRank = null] = entry.split(' ').map(Number)
    if (group > 0) visits.set(group, { rank, at, previousRank })
  }
  return visits
}

const stringify = (visits: ReadonlyMap<number, RankVisit>): string =>
  [...visits]
    .slice(-MAX_GROUPS)
    .map(([group, { rank, at, previousRank }]) =>
      [group, rank, at, ...(previousRank === null ? [] : [previousRank])].join(' '),
    )
    .join(', ')

const saveVisit = (visits: Map<number, RankVisit>, groupId: number, visit: RankVisit): void => {
  // Reinserted at the end, so that the oldest entry is evicted first.
  visits.delete(groupId)
  visits.set(groupId, visit)
  storage.set('flagship.places', stringify(visits))
}

/** Stores the rank and returns the visit. Ignores values that can't be a rank. */
export const recordVisit = (groupId: number, rank: number, now: number): RankVisit | null => {
  if (!Number.isSafeInteger(rank) || rank < 1 || rank > 1e9) return null
  const visits = parse(storage.get('flagship.places'))
  const visit = getNextVisit(visits.get(groupId) ?? null, rank, now)
  saveVisit(visits, groupId, visit)
  return visit
}

/** Updates only an existing entry: another user may have signed in since. */
export const endVisit = (groupId: number, now: number): void => {
  const visits = parse(storage.get('flagship.places'))
  const visit = visits.get(groupId)
  if (visit) saveVisit(visits, groupId, { ...visit, at: now })
}

/** Ranks gained (positive) or lost since the last visit of a group's leaderboard; null if unknown. */
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
    const recordIfVisible = () => isVisible() && record()
    recordIfVisible()
    const stops = [onVisibilityChange(recordIfVisible), onPageHidden(end)]
    return () => {
      for (const stop of stops) stop()
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
        {`${isUp ? '▲' : '▼'}${formatted}`}
      </span>
      <span className="sr-only">{t(isUp ? 'change.up' : 'change.down', { count, places: formatted })}</span>
    </span>
  )
}
