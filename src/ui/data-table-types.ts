import type { ReactNode } from 'react'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row, index: number) => ReactNode
  /** Right-aligned, with figures of one width. */
  isNumeric?: boolean | undefined
  /** The cell that names its row; one a table. */
  isRowHeader?: boolean | undefined
  /** Left out below this width, so that a phone needs no sideways scrolling. */
  hideBelow?: 'md' | 'xl' | undefined
  isSortable?: boolean | undefined
  /** For a width. */
  className?: string | undefined
}

export type Sort = { key: string; direction: 'asc' | 'desc' }
