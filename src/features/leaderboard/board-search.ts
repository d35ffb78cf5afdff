import type { LeaderboardRow } from '../../api/schema.gen'
import { matchesText } from '../../lib/fold-text'
import { parseMoment } from '../../lib/format'
import { personName } from '../../lib/person-name'
import { filled, type RawSearch, readText } from '../../lib/search-params'

const sortKeys = ['rank', 'name', 'solved', 'points', 'last'] as const

export type SortKey = (typeof sortKeys)[number]

export interface BoardSort {
  key: SortKey
  direction: 'asc' | 'desc'
}

export interface BoardSearch {
  q?: string
  /** A key, with `-` before it for downwards; absent: by rank. */
  sort?: string
}

/** How a column is sorted when it is first asked for: the best or the newest on top. */
const firstDirection: Record<SortKey, BoardSort['direction']> = {
  rank: 'asc',
  name: 'asc',
  solved: 'desc',
  points: 'desc',
  last: 'desc',
}

const byRank: BoardSort = { key: 'rank', direction: 'asc' }

/** The order that an address asks for; by rank when it asks for none that there is. */
export const readSort = (sort: string | undefined): BoardSort => {
  const direction = sort?.startsWith('-') ? 'desc' : 'asc'
  const key = sortKeys.find(one => one === sort?.replace(/^-/, ''))
  return key ? { key, direction } : byRank
}

const sortText = ({ key, direction }: BoardSort): string | undefined => {
  if (key === byRank.key && direction === byRank.direction) return undefined
  return direction === 'desc' ? `-${key}` : key
}

/** The search part of the leaderboard's address. */
export const parseBoardSearch = (raw: RawSearch): BoardSearch =>
  filled({
    q: readText(raw.q),
    sort: typeof raw.sort === 'string' ? sortText(readSort(raw.sort)) : undefined,
  })

/** The address after a click on the head of a column: its own first direction, then the other one. */
export const toggleSort = (search: BoardSearch, key: SortKey): BoardSearch => {
  const current = readSort(search.sort)
  const other = current.direction === 'asc' ? 'desc' : 'asc'
  const direction = current.key === key ? other : firstDirection[key]
  return filled({ q: search.q, sort: sortText({ key, direction }) })
}

const compare: Record<SortKey, (a: LeaderboardRow, b: LeaderboardRow, names: Intl.Collator) => number> = {
  rank: (a, b) => a.rank - b.rank,
  name: (a, b, names) => names.compare(personName(a), personName(b)),
  solved: (a, b) => a.solved - b.solved,
  points: (a, b) => a.points - b.points,
  last: (a, b) => (parseMoment(a.last_solved_at) ?? 0) - (parseMoment(b.last_solved_at) ?? 0),
}

/** The rows that the address asks for. Ranks are the server's: neither search nor order changes them. */
export const findRows = (
  rows: readonly LeaderboardRow[],
  { q, sort }: BoardSearch,
  language: string,
): LeaderboardRow[] => {
  const found = q ? rows.filter(row => matchesText(`${personName(row)} ${row.username}`, q)) : rows
  const { key, direction } = readSort(sort)
  const names = new Intl.Collator(language)
  const sign = direction === 'desc' ? -1 : 1
  // Equal rows keep the server's order, which knows who was first.
  return [...found].sort((a, b) => sign * compare[key](a, b, names))
}
