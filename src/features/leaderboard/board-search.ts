import { filled, type RawSearch, readChoice, readText } from '../../lib/search-params'

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
  /** For a projector: the board alone, in large letters. */
  view?: 'presenter'
}

/** How a column is sorted when it is first asked for: the best or the newest on top. */
const firstDirection: Record<SortKey, BoardSort['direction']> = {
  rank: 'asc',
  name: 'asc',
  solved: 'desc',
  points: 'desc',
  last: 'desc',
}

export const byRank: BoardSort = { key: 'rank', direction: 'asc' }

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
    view: readChoice(raw.view, ['presenter']),
  })

/** The address after a click on the head of a column: its own first direction, then the other one. */
export const toggleSort = (search: BoardSearch, key: SortKey): BoardSearch => {
  const current = readSort(search.sort)
  const other = current.direction === 'asc' ? 'desc' : 'asc'
  const direction = current.key === key ? other : firstDirection[key]
  return filled({ q: search.q, sort: sortText({ key, direction }) })
}
