import { choice, createSearchParser, text } from '../../lib/search-params'

const sortKeys = ['rank', 'name', 'solved', 'points', 'last'] as const

export type SortKey = (typeof sortKeys)[number]

export interface BoardSort {
  key: SortKey
  direction: 'asc' | 'desc'
}

/** Direction of the first click on a column header. */
const firstDirection: Record<SortKey, BoardSort['direction']> = {
  rank: 'asc',
  name: 'asc',
  solved: 'desc',
  points: 'desc',
  last: 'desc',
}

export const byRank: BoardSort = { key: 'rank', direction: 'asc' }

/** Falls back to the rank for an unknown key. */
export const readSort = (sort: string | undefined): BoardSort => {
  const direction = sort?.startsWith('-') ? 'desc' : 'asc'
  const key = sortKeys.find(one => one === sort?.replace(/^-/, ''))
  return key ? { key, direction } : byRank
}

const sortText = ({ key, direction }: BoardSort): string | undefined => {
  if (key === byRank.key && direction === byRank.direction) return undefined
  return direction === 'desc' ? `-${key}` : key
}

export const parseBoardSearch = createSearchParser({
  q: text,
  /** Sort key with a `-` prefix for descending order; absent means by rank. */
  sort: (value: unknown) => (typeof value === 'string' ? sortText(readSort(value)) : undefined),
  /** Who solved what, or the full-screen view for a projector; absent means the ranks. */
  view: choice(['matrix', 'presenter']),
  /** Without surnames, for screens that others see. */
  names: choice(['short']),
  /** Tasks of the matrix: `required` or the id of a category. */
  columns: text,
})

export type BoardSearch = ReturnType<typeof parseBoardSearch>

/** After a click on a column header: its default direction first, then the opposite. */
export const toggleSort = (sort: string | undefined, key: SortKey): string | undefined => {
  const current = readSort(sort)
  const other = current.direction === 'asc' ? 'desc' : 'asc'
  const direction = current.key === key ? other : firstDirection[key]
  return sortText({ key, direction })
}
