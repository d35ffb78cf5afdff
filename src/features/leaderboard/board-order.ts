import { foldText } from '../../lib/fold-text'
import type { LeaderboardRow } from '../../queries/answers'
import { type BoardSort, byRank, type SortKey } from './board-search'
import { byName } from './name-order'
import { rowFacts } from './row-facts'

const values: Record<Exclude<SortKey, 'name'>, (row: LeaderboardRow) => number> = {
  rank: row => row.rank,
  solved: row => row.solved,
  points: row => row.points,
  last: row => rowFacts(row).lastAt,
}

/** All rows in the order that the address asks for. Equal ones keep the server's order, which knows who was first. */
export const sortRows = (
  rows: readonly LeaderboardRow[],
  { key, direction }: BoardSort,
  language: string,
): readonly LeaderboardRow[] => {
  if (key === byRank.key && direction === byRank.direction) return rows
  if (key === 'name') {
    const upwards = byName(rows, language)
    return direction === 'asc' ? upwards : [...upwards].reverse()
  }
  const sign = direction === 'desc' ? -1 : 1
  // A row without the value comes last, whichever the direction.
  const missing = sign * Number.POSITIVE_INFINITY
  const keyed = rows.map(row => {
    const value = values[key](row)
    return { row, value: Number.isNaN(value) ? missing : value }
  })
  keyed.sort((a, b) => (a.value === b.value ? 0 : sign * (a.value - b.value)))
  return keyed.map(({ row }) => row)
}

/** The rows in whose name or username every word of the query stands. */
export const filterRows = (rows: readonly LeaderboardRow[], q: string): readonly LeaderboardRow[] => {
  const words = foldText(q).split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter(row => {
    const { folded } = rowFacts(row)
    return words.every(word => folded.includes(word))
  })
}
