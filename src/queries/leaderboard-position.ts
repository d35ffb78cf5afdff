import type { Leaderboard, LeaderboardRow } from './responses'

/** A user's position on a leaderboard. */
export interface LeaderboardPosition {
  row: LeaderboardRow
  /** Rank from the server; equal points share a rank. */
  rank: number
  /** Number of users. */
  total: number
  /** Whether another user has the same rank. */
  isShared: boolean
  /** The next user with a better rank and more points, and the difference; null without one. */
  above: { row: LeaderboardRow; gap: number } | null
  /** Index of the row. */
  index: number
}

type Board = Pick<Leaderboard, 'rows'>

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** The rows, or an empty list when malformed. Items may be null. */
export const getRows = (board: Board): readonly LeaderboardRow[] => {
  const rows: unknown = (board as Board | null)?.rows
  return Array.isArray(rows) ? rows : []
}

/** The row's rank, or null when invalid. */
export const getRank = (row: LeaderboardRow | null | undefined): number | null =>
  isNumber(row?.rank) && row.rank >= 1 ? row.rank : null

const findNextAbove = (rows: readonly LeaderboardRow[], index: number, row: LeaderboardRow, rank: number) => {
  for (let at = index - 1; at >= 0; at -= 1) {
    const other = rows[at]
    const otherRank = getRank(other)
    if (!other || otherRank === null || otherRank >= rank) continue
    const gap = other.points - row.points
    if (gap > 0 && isNumber(other.user_id)) return { row: other, gap }
  }
  return null
}

const findPosition = (rows: readonly LeaderboardRow[], userId: number): LeaderboardPosition | null => {
  let index = -1
  let total = 0
  // Plain loops: a leaderboard of 100,000 rows arrives every 30 seconds.
  for (let at = 0; at < rows.length; at += 1) {
    const id: unknown = rows[at]?.user_id
    if (!isNumber(id)) continue
    total += 1
    // Of duplicate rows the first counts, which ranks higher.
    if (id === userId && index < 0) index = at
  }
  const row = rows[index]
  const rank = getRank(row)
  if (!row || rank === null) return null
  const isShared = rows.some(other => getRank(other) === rank && other.user_id !== userId)
  return { row, rank, total, isShared, above: findNextAbove(rows, index, row, rank), index }
}

/** Responses are immutable, so a position is computed once per response. */
const positionCache = new WeakMap<readonly LeaderboardRow[], Map<number, LeaderboardPosition | null>>()

/** `user_id` of the user's row: by id, else by username; 0 without a row. */
export const getOwnRowId = (board: Board, user: { id?: unknown; username: string } | null): number => {
  const rows = getRows(board)
  const own =
    user && (rows.find(row => row?.user_id === user.id) ?? rows.find(row => row?.username === user.username))
  return own?.user_id ?? 0
}

/**
 * The user's position. Ranks are those of the server, so that all pages agree. Null for a user without a row or rank.
 * Cached per response.
 */
export const getPosition = (board: Board, userId: number): LeaderboardPosition | null => {
  const rows = getRows(board)
  const positions = positionCache.get(rows) ?? new Map<number, LeaderboardPosition | null>()
  positionCache.set(rows, positions)
  let position = positions.get(userId)
  if (position === undefined) {
    position = findPosition(rows, userId)
    positions.set(userId, position)
  }
  return position
}
