import type { Leaderboard, LeaderboardRow } from './answers'

/** Where a person stands on a board. */
export interface BoardPlace {
  row: LeaderboardRow
  /** The server's rank; people with equal points share one. */
  rank: number
  /** How many rows of people the board has. */
  total: number
  /** Whether somebody else has the same rank. */
  isShared: boolean
  /** The next person with a better rank and more points, and how many more they have; null where there is none. */
  above: { row: LeaderboardRow; gap: number } | null
  /** Index of the row in the server's order. */
  index: number
}

type Board = Pick<Leaderboard, 'rows'>

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** The rows of a board, which may have come without them. Some may be null. */
export const rowsOf = (board: Board): readonly LeaderboardRow[] => {
  const rows: unknown = (board as Board | null)?.rows
  return Array.isArray(rows) ? rows : []
}

/** The rank that a row names, or null when it names none. */
export const rankOf = (row: LeaderboardRow | null | undefined): number | null =>
  isNumber(row?.rank) && row.rank >= 1 ? row.rank : null

const nextAbove = (rows: readonly LeaderboardRow[], index: number, row: LeaderboardRow, rank: number) => {
  for (let at = index - 1; at >= 0; at -= 1) {
    const other = rows[at]
    const otherRank = rankOf(other)
    if (!other || otherRank === null || otherRank >= rank) continue
    const gap = other.points - row.points
    if (gap > 0 && isNumber(other.user_id)) return { row: other, gap }
  }
  return null
}

const findPlace = (rows: readonly LeaderboardRow[], userId: number): BoardPlace | null => {
  let index = -1
  let total = 0
  // Plain loops without a list or a map in between: a board of 100,000 rows comes every half minute.
  for (let at = 0; at < rows.length; at += 1) {
    const id: unknown = rows[at]?.user_id
    if (!isNumber(id)) continue
    total += 1
    // Of a person who stands twice the first row counts: it is the better one.
    if (id === userId && index < 0) index = at
  }
  const row = rows[index]
  const rank = rankOf(row)
  if (!row || rank === null) return null
  const isShared = rows.some(other => rankOf(other) === rank && other.user_id !== userId)
  return { row, rank, total, isShared, above: nextAbove(rows, index, row, rank), index }
}

/** Boards are replaced, never changed, so one reading serves every part of every page until the next answer. */
const known = new WeakMap<readonly LeaderboardRow[], Map<number, BoardPlace | null>>()

/** The number of the reader's own row: by the id, or by the username where either side has none; 0 without a row. */
export const ownRowId = (board: Board, user: { id?: unknown; username: string } | null): number => {
  const rows = rowsOf(board)
  const own =
    user && (rows.find(row => row?.user_id === user.id) ?? rows.find(row => row?.username === user.username))
  return own?.user_id ?? 0
}

/**
 * The one answer to "which place is this person's", for every page that shows it. Ranks are the server's and never
 * counted anew, so that no two pages disagree. Null for a person who is not on the board, and where their row names no
 * rank. Reads each board once, however large it is and whoever asks; a drifted board costs its places, not a page.
 */
export const placeOf = (board: Board, userId: number): BoardPlace | null => {
  const rows = rowsOf(board)
  const places = known.get(rows) ?? new Map<number, BoardPlace | null>()
  known.set(rows, places)
  let place = places.get(userId)
  if (place === undefined) {
    place = findPlace(rows, userId)
    places.set(userId, place)
  }
  return place
}
