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
  /** The next person with more points, and how many more they have; null for whoever leads. */
  above: { row: LeaderboardRow; gap: number } | null
  /** Index of the row in the server's order. */
  index: number
}

/**
 * The one answer to "which place is this person's", for every page that shows it. Ranks are the server's and never
 * counted anew, so that no two pages disagree. Null for a person who is not on the board.
 */
export const placeOf = ({ rows }: Pick<Leaderboard, 'rows'>, userId: number): BoardPlace | null => {
  const index = rows.findIndex(row => row.user_id === userId)
  const row = rows[index]
  if (!row) return null
  const isShared = rows[index - 1]?.rank === row.rank || rows[index + 1]?.rank === row.rank
  const above = rows.slice(0, index).findLast(one => one.points > row.points) ?? null
  return {
    row,
    rank: row.rank,
    total: rows.length,
    isShared,
    above: above && { row: above, gap: above.points - row.points },
    index,
  }
}
