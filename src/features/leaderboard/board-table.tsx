import { Fragment, memo, type Ref, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeaderboardRow } from '../../api/schema.gen'
import { formatNumber } from '../../lib/format'
import { BoardHead } from './board-head'
import { BoardRow } from './board-row'
import type { SortKey } from './board-search'
import { mountedRows } from './mounted-rows'
import { useKeptPlace } from './use-kept-place'
import { useIsPrinting } from './use-printing'
import { fewRows, rowRem, useRowWindow } from './use-row-window'

interface BoardTableProps {
  rows: readonly LeaderboardRow[]
  /** The reader's own row is highlighted and stays at the edge of the screen when it would leave it. */
  userId: number
  /** What the rows were searched for and sorted by, as in the address. */
  q: string
  sort: string | undefined
  onSort: (key: SortKey) => void
  ownRow: Ref<HTMLTableRowElement>
}

/** A native table of any length; above 150 rows only those near the screen are mounted. */
export const BoardTable = memo(({ rows, userId, q, sort, onSort, ownRow }: BoardTableProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const body = useRef<HTMLTableSectionElement>(null)
  const own = useMemo(() => rows.findIndex(row => row.user_id === userId), [rows, userId])
  const shown = useRowWindow(rows.length, body)
  const isPrinting = useIsPrinting()
  useKeptPlace(rows, `${sort ?? ''} ${q}`, body)
  const mounted = mountedRows(rows.length, own, shown, isPrinting)
  const isPartial = shown !== null
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <div className="min-w-0 overflow-clip rounded-card border border-line bg-surface print:overflow-visible">
      <table
        // The browser's own idea of what to hold on to would fight with the rows that come and go.
        className="w-full table-fixed border-separate border-spacing-0 text-sm [overflow-anchor:none]"
        aria-rowcount={isPartial ? rows.length + 1 : undefined}
      >
        <caption className="sr-only">{t('caption')}</caption>
        <BoardHead sort={sort} onSort={onSort} isPartial={isPartial} />
        <tbody ref={body}>
          {mounted.rows.map(({ index, skipped }) => {
            const row = rows[index]
            if (!row) return null
            const isOwn = index === own
            return (
              <Fragment key={row.user_id}>
                <Gap rows={skipped} />
                <BoardRow
                  row={row}
                  language={i18n.language}
                  rowIndex={isPartial ? index + 2 : undefined}
                  ownWords={isOwn ? t('me.row') : null}
                  ref={isOwn ? ownRow : null}
                />
              </Fragment>
            )
          })}
          <Gap rows={mounted.rest} />
        </tbody>
      </table>
      {isPartial && isPrinting && (
        <p className="p-4">
          {t(own >= fewRows ? 'print.firstAndOwn' : 'print.first', {
            count: fewRows,
            total: number(rows.length),
          })}
        </p>
      )}
    </div>
  )
})

/** The room of the rows that are not mounted. One cell: a wider one would bring back the columns hidden on a phone. */
const Gap = ({ rows }: { rows: number }) =>
  rows > 0 && (
    <tr aria-hidden>
      <td style={{ height: `${rows * rowRem}rem`, padding: 0 }} />
    </tr>
  )
