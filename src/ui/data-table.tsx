import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { Ref } from 'react'
import { cx } from './cx'
import type { Column, Sort } from './data-table-types'

export type DataTableProps<Row> = {
  caption: string
  isCaptionHidden?: boolean | undefined
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** The person's own row: highlighted and `aria-current`. */
  isRowCurrent?: ((row: Row) => boolean) | undefined
  /** Points at the current row, for scrolling to it. */
  currentRowRef?: Ref<HTMLTableRowElement> | undefined
  sort?: Sort | undefined
  onSort?: ((key: string) => void) | undefined
  /** Newer data is on its way: the old stays, paler. */
  isBusy?: boolean | undefined
  className?: string | undefined
}

const hidden = { md: 'max-md:hidden', xl: 'max-xl:hidden' }

function cellClass<Row>(column: Column<Row>): string {
  return cx(
    'px-2 py-2 sm:px-4',
    column.isNumeric ? 'text-right tabular-nums whitespace-nowrap' : 'text-left [overflow-wrap:anywhere]',
    column.hideBelow && hidden[column.hideBelow],
    column.className,
  )
}

/** A native table: caption, column heads that stay in view, one naming cell a row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, isCaptionHidden = false, columns, rows, rowKey, isRowCurrent, currentRowRef } = props
  return (
    <div className={cx('min-w-0 overflow-clip rounded-card border border-line bg-surface', props.className)}>
      <table
        aria-busy={props.isBusy || undefined}
        className={cx('w-full text-sm transition-opacity duration-fast', props.isBusy && 'opacity-60')}
      >
        <caption className={isCaptionHidden ? 'sr-only' : 'px-4 py-3 text-left text-base font-semibold'}>
          {caption}
        </caption>
        <thead className="table-head">
          <tr>
            {columns.map(column => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, index) => {
            const isCurrent = isRowCurrent?.(row) ?? false
            return (
              <tr
                key={rowKey(row)}
                ref={isCurrent ? currentRowRef : undefined}
                aria-current={isCurrent || undefined}
                className={isCurrent ? 'bg-accent-soft text-accent-text' : 'hover:bg-canvas'}
              >
                {columns.map(column => (
                  <BodyCell key={column.key} column={column} row={row} index={index} />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function BodyCell<Row>({ column, row, index }: { column: Column<Row>; row: Row; index: number }) {
  const content = column.cell(row, index)
  if (!column.isRowHeader) return <td className={cellClass(column)}>{content}</td>
  return (
    <th scope="row" className={cx(cellClass(column), 'font-medium')}>
      {content}
    </th>
  )
}

type HeadCellProps<Row> = { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const direction = sort?.key === column.key ? sort.direction : undefined
  const Arrow = direction === undefined ? ArrowUpDown : direction === 'asc' ? ArrowUp : ArrowDown
  const canSort = Boolean(column.isSortable && onSort)
  const ariaSort = direction && (direction === 'asc' ? 'ascending' : 'descending')
  return (
    <th
      scope="col"
      aria-sort={canSort ? ariaSort : undefined}
      className={cx(cellClass(column), 'text-xs font-medium text-muted')}
    >
      {canSort ? (
        <button
          type="button"
          onClick={() => onSort?.(column.key)}
          className={cx(
            '-mx-1 inline-flex min-h-6 items-center pointer-coarse:min-h-control gap-1 rounded-chip px-1 hover:text-text',
            direction && 'text-text',
          )}
        >
          {column.header}
          <Arrow className="size-3.5 shrink-0" aria-hidden />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}
