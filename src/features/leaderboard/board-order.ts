import { foldText } from '../../lib/fold-text'
import type { LeaderboardRow } from '../../queries/responses'
import { type BoardSort, byRank, type SortKey } from './board-search'
import { sortByName } from './name-order'
import { getRowFields } from './row-fields'

const values: Record<Exclude<SortKey, 'name'>, (row: LeaderboardRow) => number> = {
  rank: row => row.rank,
  solved: row => row.solved,
  points: row => row.points,
  last: row => getRowFields(row).lastAt,
}

/** Sorts by the URL's sort key. Equal rows keep the server's order. */
export const sortRows = (
  rows: readonly LeaderboardRow[],
  { key, direction }: BoardSort,
  language: string,
): readonly LeaderboardRow[] => {
  if (key === byRank.key && direction === byRank.direction) return rows
  if (key === 'name') {
    const ascending = sortByName(rows, language)
    return direction === 'asc' ? ascending : [...ascending].reverse()
  }
  const sign = direction === 'desc' ? -1 : 1
  // Rows without the value come last in either direction.
  const missing = sign * Number.POSITIVE_INFINITY
  const entries = rows.map(row => {
    const value = values[key](row)
    return { row, value: Number.isNaN(value) ? missing : value }
  })
  entries.sort((a, b) => (a.value === b.value ? 0 : sign * (a.value - b.value)))
  return entries.map(({ row }) => row)
}

/** Rows whose name or username contains every word of the query. */
export const filterRows = (rows: readonly LeaderboardRow[], q: string): readonly LeaderboardRow[] => {
  const terms = foldText(q).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return rows
  return rows.filter(row => {
    const { folded } = getRowFields(row)
    return terms.every(term => folded.includes(term))
  })
}
