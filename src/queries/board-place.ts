import type { Leaderboard, LeaderboardRow } from '../api/schema.gen'

/** Where a person stands on a board. */
export interface BoardPlace {
  row: LeaderboardRow
  /** The server's rank; people with equal points share one. */
  rank: number
  /** How many people the board has. */
  total: number
  /** Whether somebody else has the same rank. */
  isShared: boolean
  /** The next person with a better rank and more points, and how many more they have; null where there is none. */
  above: { row: LeaderboardRow; gap: number } | null
  /** Index of the row in the server's order. */
  index: number
}

interface Reading {
  /** Where each person's first row stands, by their id. */
  positions: Map<number, number>
  places: Map<number, BoardPlace | null>
}

type Board = Pick<Leaderboard, 'rows'>

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** The rows of a board that may have come without them. */
const rowsOf = (board: Board): readonly LeaderboardRow[] => {
  const rows: unknown = (board as Board | null)?.rows
  return Array.isArray(rows) ? rows : []
}

/** The rank that a row names, or null when it names none. */
export const rankOf = (row: LeaderboardRow | null | undefined): number | null =>
  isNumber(row?.rank) && row.rank >= 1 ? row.rank : null

/** Boards are replaced, never changed, so one reading serves every part of every page until the next answer. */
const readings = new WeakMap<readonly LeaderboardRow[], Reading>()

const read = (rows: readonly LeaderboardRow[]): Reading => {
  const known = readings.get(rows)
  if (known) return known
  const positions = new Map<number, number>()
  for (const [index, row] of rows.entries()) {
    const id: unknown = (row as LeaderboardRow | null)?.user_id
    // Of a person who stands twice the first row counts: it is the better one.
    if (isNumber(id) && !positions.has(id)) positions.set(id, index)
  }
  const reading = { positions, places: new Map() }
  readings.set(rows, reading)
  return reading
}

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

const findPlace = (
  rows: readonly LeaderboardRow[],
  userId: number,
  positions: Reading['positions'],
): BoardPlace | null => {
  const index = positions.get(userId) ?? -1
  const row = rows[index]
  const rank = rankOf(row)
  if (!row || rank === null) return null
  return {
    row,
    rank,
    total: positions.size,
    isShared: rows.some(other => rankOf(other) === rank && other.user_id !== userId),
    above: nextAbove(rows, index, row, rank),
    index,
  }
}

/** The row of a person, the first one when there are several; undefined for one who is not on the board. */
export const rowOf = (board: Board, userId: number): LeaderboardRow | undefined => {
  const rows = rowsOf(board)
  return rows[read(rows).positions.get(userId) ?? -1]
}

/**
 * The one answer to "which place is this person's", for every page that shows it. Ranks are the server's and never
 * counted anew, so that no two pages disagree. Null for a person who is not on the board, and where their row names no
 * rank. Reads each board once, however large it is and whoever asks; a drifted board costs its places, not a page.
 */
export const placeOf = (board: Board, userId: number): BoardPlace | null => {
  const rows = rowsOf(board)
  const { positions, places } = read(rows)
  const known = places.get(userId)
  if (known !== undefined) return known
  const place = findPlace(rows, userId, positions)
  places.set(userId, place)
  return place
}
