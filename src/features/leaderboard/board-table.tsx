import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type Ref, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeaderboardRow } from '../../api/schema.gen'
import { cx } from '../../ui/cx'
import { type BoardColumn, useBoardColumns } from './board-columns'
import type { BoardSort, SortKey } from './board-search'
import { useRowWindow } from './use-row-window'

interface BoardTableProps {
  rows: readonly LeaderboardRow[]
  /** The reader's own row is highlighted and stays at the edge of the screen when it would leave it. */
  userId: number
  sort: BoardSort
  onSort: (key: SortKey) => void
  ownRow: Ref<HTMLTableRowElement>
}

const cellClass = ({ isNumeric, className }: BoardColumn) =>
  cx('px-2 sm:px-4', isNumeric ? 'text-right tabular-nums' : 'text-left', className)

// Below the page's header and the head of the table; at the bottom, the edge of the screen.
const pinned = 'sticky top-[calc(var(--head-room)+2.5rem)] bottom-0 z-1 bg-accent-soft text-accent-text'

/** A native table of any length; from 150 rows on only those near the screen are mounted. */
export const BoardTable = ({ rows, userId, sort, onSort, ownRow }: BoardTableProps) => {
  const { t } = useTranslation('leaderboard')
  const columns = useBoardColumns()
  const body = useRef<HTMLTableSectionElement>(null)
  const ownIndex = rows.findIndex(row => row.user_id === userId)
  const shown = useRowWindow(rows.length, ownIndex, body)
  return (
    <div className="min-w-0 overflow-clip rounded-card border border-line bg-surface">
      <table
        className="w-full table-fixed text-sm"
        aria-rowcount={shown.isPartial ? rows.length + 1 : undefined}
      >
        <caption className="sr-only">{t('caption')}</caption>
        <thead className="table-head">
          <tr aria-rowindex={shown.isPartial ? 1 : undefined}>
            {columns.map(column => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} className="divide-y divide-line">
          {shown.rows.map(({ index, gapBefore }) => {
            const row = rows[index]
            if (!row) return null
            return (
              <Fragment key={row.user_id}>
                <Gap height={gapBefore} />
                <BoardRow
                  row={row}
                  columns={columns}
                  isOwn={index === ownIndex}
                  ref={index === ownIndex ? ownRow : null}
                  rowIndex={shown.isPartial ? index + 2 : undefined}
                />
              </Fragment>
            )
          })}
          <Gap height={shown.gapAfter} />
        </tbody>
      </table>
    </div>
  )
}

/** The room of the rows that are not mounted. One cell: a wider one would bring back the columns hidden on a phone. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td style={{ height, padding: 0 }} />
    </tr>
  )

interface BoardRowProps {
  row: LeaderboardRow
  columns: readonly BoardColumn[]
  isOwn: boolean
  ref: Ref<HTMLTableRowElement>
  rowIndex: number | undefined
}

const BoardRow = ({ row, columns, isOwn, ref, rowIndex }: BoardRowProps) => {
  const { t } = useTranslation('leaderboard')
  return (
    // The key that leads here moves the focus as well, or nobody who listens would know of it.
    <tr
      ref={ref}
      tabIndex={isOwn ? -1 : undefined}
      aria-rowindex={rowIndex}
      aria-current={isOwn || undefined}
      className="h-[3.5rem]"
    >
      {columns.map(column => {
        const className = cx(cellClass(column), isOwn && pinned)
        if (column.key !== 'name') {
          return (
            <td key={column.key} className={className}>
              {column.cell(row)}
            </td>
          )
        }
        return (
          <th key={column.key} scope="row" className={cx(className, 'font-normal')}>
            {column.cell(row)}
            {isOwn && <span className="sr-only"> {t('me.row')}</span>}
          </th>
        )
      })}
    </tr>
  )
}

interface HeadCellProps {
  column: BoardColumn
  sort: BoardSort
  onSort: (key: SortKey) => void
}

const HeadCell = ({ column, sort, onSort }: HeadCellProps) => {
  const direction = sort.key === column.key ? sort.direction : null
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
      className={cx(cellClass(column), 'h-[2.5rem] text-xs font-medium text-muted')}
    >
      <button
        type="button"
        onClick={() => onSort(column.key)}
        className={cx(
          '-mx-1 inline-flex min-h-6 max-w-full items-center gap-1 rounded-chip px-1 hover:text-text',
          direction && 'text-text',
        )}
      >
        <span className="truncate">{column.header}</span>
        {direction && <Arrow className="size-3.5 shrink-0 max-xs:hidden" aria-hidden />}
      </button>
    </th>
  )
}
