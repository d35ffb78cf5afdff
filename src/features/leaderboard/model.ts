import type { Leaderboard, LeaderboardRow } from '../../api/responses'
import { parseMoment } from '../../lib/format'

export interface LeaderboardPosition {
  row: LeaderboardRow
  /** Rank from the server; equal points share a rank. */
  rank: number
  total: number
  /** Whether another user has the same rank. */
  isShared: boolean
  /** The next user with a better rank and more points, and the difference; null without one. */
  above: { row: LeaderboardRow; gap: number } | null
  /** Index of the row. */
  index: number
}

/** The row's rank, or null when the server sent none. */
export const getRank = (row: LeaderboardRow | undefined): number | null =>
  row && Number.isFinite(row.rank) && row.rank >= 1 ? row.rank : null

const findNextAbove = (rows: readonly LeaderboardRow[], index: number, rank: number) => {
  const own = rows[index]
  if (!own) return null
  // A loop backwards: a leaderboard may have 100,000 rows.
  for (let at = index - 1; at >= 0; at -= 1) {
    const row = rows[at]
    const otherRank = getRank(row)
    if (!row || otherRank === null || otherRank >= rank) continue
    const gap = row.points - own.points
    if (gap > 0) return { row, gap }
  }
  return null
}

const findPosition = (rows: readonly LeaderboardRow[], userId: number): LeaderboardPosition | null => {
  const index = rows.findIndex(row => row.user_id === userId)
  const row = rows[index]
  const rank = getRank(row)
  if (!row || rank === null) return null
  const isShared = rows.some((other, at) => at !== index && getRank(other) === rank)
  return { row, rank, total: rows.length, isShared, above: findNextAbove(rows, index, rank), index }
}

/** Responses are immutable, so a position is computed once per response. */
const positionCache = new WeakMap<readonly LeaderboardRow[], Map<number, LeaderboardPosition | null>>()

/** `user_id` of the user's row: by id, else by username; 0 without a row. */
export const getOwnRowId = (
  { rows }: Pick<Leaderboard, 'rows'>,
  user: { id?: number; username: string } | null,
): number => {
  const own =
    user && (rows.find(row => row.user_id === user.id) ?? rows.find(row => row.username === user.username))
  return own?.user_id ?? 0
}

/** Ranks are those of the server, so that all pages agree. Null without a row or rank. Cached per response. */
export const getPosition = (
  { rows }: Pick<Leaderboard, 'rows'>,
  userId: number,
): LeaderboardPosition | null => {
  const positions = positionCache.get(rows) ?? new Map<number, LeaderboardPosition | null>()
  positionCache.set(rows, positions)
  const cached = positions.get(userId)
  if (cached !== undefined) return cached
  const position = findPosition(rows, userId)
  positions.set(userId, position)
  return position
}

/**
 * What the ranks of equal points say: they are shared, or the earlier result ranks higher. The first two rows with equal
 * points and different times decide; null without any, or where the ranks follow neither rule.
 */
export const getTieRule = (rows: readonly LeaderboardRow[]): 'shared' | 'earlier' | null => {
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1]
    if (!next || next.points !== row.points) continue
    const [rank, nextRank] = [getRank(row), getRank(next)]
    const [time, nextTime] = [parseMoment(row.last_solved_at), parseMoment(next.last_solved_at)]
    if (rank === null || nextRank === null || time === null || nextTime === null || time === nextTime)
      continue
    if (rank === nextRank) return 'shared'
    return time < nextTime ? 'earlier' : null
  }
  return null
}
