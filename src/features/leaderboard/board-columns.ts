import { cx } from '../../ui/cx'
import type { SortKey } from './board-search'

/** Widths, and from which width of the screen a column is there; the name takes what is left. */
const widths: Record<SortKey, string> = {
  rank: 'w-[4rem] sm:w-[7rem]',
  name: '',
  solved: 'max-xs:hidden w-[5.5rem] sm:w-[6.5rem]',
  points: 'w-[5rem] sm:w-[6.5rem]',
  last: 'max-lg:hidden w-[16.5rem] whitespace-nowrap',
}

/** What stands in the place of a column is shown while that is not. */
export const hiddenBelow: Partial<Record<SortKey, string>> = { solved: 'xs:hidden', last: 'lg:hidden' }

/** Rank, name, solved, points, last solution: three columns on a phone, five from 1024 px. */
export const columns = ['rank', 'name', 'solved', 'points', 'last'] as const satisfies SortKey[]

const classOf = (key: SortKey): string =>
  cx(
    'border-b border-line px-2 sm:px-4',
    key === 'name' ? 'text-left' : 'text-right tabular-nums',
    widths[key],
  )

/** The classes of a column's cells, put together once and not for each of ten thousand rows. */
export const cellClass: Record<SortKey, string> = {
  rank: classOf('rank'),
  name: classOf('name'),
  solved: classOf('solved'),
  points: classOf('points'),
  last: classOf('last'),
}
