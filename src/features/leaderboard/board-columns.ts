import { cx } from '../../ui/cx'
import type { SortKey } from './board-search'

/** The name column takes the remaining width. */
const widths: Record<SortKey, string> = {
  rank: 'w-[4rem] sm:w-[7rem]',
  name: '',
  solved: 'max-xs:hidden w-[5.5rem] sm:w-[6.5rem]',
  points: 'w-[5rem] sm:w-[6.5rem]',
  last: 'max-lg:hidden w-[16.5rem] whitespace-nowrap',
}

/** Visible only while the column itself is hidden. */
export const hiddenBelow: Partial<Record<SortKey, string>> = { solved: 'xs:hidden', last: 'lg:hidden' }

/** Three columns on phones, five from 1024 px. */
export const columns = ['rank', 'name', 'solved', 'points', 'last'] as const satisfies SortKey[]

const getCellClass = (key: SortKey): string =>
  cx(
    'border-b border-line px-2 sm:px-4',
    key === 'name' ? 'text-left' : 'text-right tabular-nums',
    widths[key],
  )

/** Computed once, not per row: a board may have 10,000 rows. */
export const cellClass: Record<SortKey, string> = {
  rank: getCellClass('rank'),
  name: getCellClass('name'),
  solved: getCellClass('solved'),
  points: getCellClass('points'),
  last: getCellClass('last'),
}
