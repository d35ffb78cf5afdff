import { memo, type Ref, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format'
import type { LeaderboardRow } from '../../queries/responses'
import { BoardHeader } from './board-header'
import { BoardRow } from './board-row'
import type { SortKey } from './board-search'
import { useIsPrinting } from './use-printing'
import { getMountedRows, MAX_UNWINDOWED_ROWS, ROW_HEIGHT_REM, useRowWindow } from './use-row-window'
import { useScrollAnchor } from './use-scroll-anchor'
import { useUserLinkClick } from './user-link'

interface BoardTableProps {
  rows: readonly LeaderboardRow[]
  /** The own row is highlighted and sticks to the edge of the screen. */
  userId: number
  /** Applied query and sort. */
  q: string
  sort: string | undefined
  /** The requested sort, shown in the header before the rows follow. */
  headSort: string | undefined
  onSort: (key: SortKey) => void
  ownRow: Ref<HTMLTableRowElement>
}

/** Native table; above 150 rows only those near the viewport are mounted. */
export const BoardTable = memo(({ rows, userId, q, sort, headSort, onSort, ownRow }: BoardTableProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const ownIndex = useMemo(() => rows.findIndex(row => row.user_id === userId), [rows, userId])
  const isPrinting = useIsPrinting()
  const isPartial = rows.length > MAX_UNWINDOWED_ROWS
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <div className="min-w-0 overflow-clip rounded-card border border-line bg-surface print:overflow-visible">
      <table
        // Native scroll anchoring conflicts with mounting and unmounting rows.
        className="w-full table-fixed border-separate border-spacing-0 text-sm [overflow-anchor:none]"
        aria-rowcount={isPartial ? rows.length + 1 : undefined}
      >
        <caption className="sr-only">{t('caption')}</caption>
        <BoardHeader sort={headSort} onSort={onSort} isPartial={isPartial} />
        <BoardBody
          rows={rows}
          ownIndex={ownIndex}
          viewKey={`${sort ?? ''} ${q}`}
          isPrinting={isPrinting}
          language={i18n.language}
          ownLabel={t('me.row')}
          ownRow={ownRow}
        />
      </table>
      {isPartial && isPrinting && (
        <p className="p-4">
          {t(ownIndex >= MAX_UNWINDOWED_ROWS ? 'print.firstAndOwn' : 'print.first', {
            count: MAX_UNWINDOWED_ROWS,
            total: number(rows.length),
          })}
        </p>
      )}
    </div>
  )
})

interface BoardBodyProps {
  rows: readonly LeaderboardRow[]
  /** Index of the own row, or -1. */
  ownIndex: number
  viewKey: string
  isPrinting: boolean
  language: string
  ownLabel: string
  ownRow: Ref<HTMLTableRowElement>
}

/** Separate from the table, so that scrolling re-renders only the body. */
const BoardBody = memo(
  ({ rows, ownIndex, viewKey, isPrinting, language, ownLabel, ownRow }: BoardBodyProps) => {
    const body = useRef<HTMLTableSectionElement>(null)
    const rowWindow = useRowWindow(rows.length, body)
    useScrollAnchor(rows, viewKey, body)
    const mounted = getMountedRows(rows.length, ownIndex, rowWindow, isPrinting)
    const tabStop = ownIndex < 0 ? mounted.rows[0]?.index : ownIndex
    const openProfile = useUserLinkClick()
    return (
      <tbody ref={body}>
        {mounted.rows.flatMap(({ index, skippedBefore }, position) => {
          const row = rows[index]
          if (!row) return []
          const isOwn = index === ownIndex
          // Keys by slot let React reuse the row that leaves the window for the one that enters it.
          const slotKey = rowWindow && !isPrinting ? `slot ${index % rowWindow.slots}` : row.user_id
          const element = (
            <BoardRow
              key={isOwn ? 'own' : slotKey}
              row={row}
              language={language}
              rowIndex={rowWindow ? index + 2 : undefined}
              ownLabel={isOwn ? ownLabel : null}
              isTabStop={index === tabStop}
              onOpen={openProfile}
              ref={isOwn ? ownRow : null}
            />
          )
          // Stable spacer keys avoid a relayout per frame and keep the own row's DOM position, so it doesn't
          // lose focus.
          const gap = position === 0 ? 'lead' : isOwn ? 'before own' : 'after own'
          return skippedBefore > 0 ? [<Spacer key={gap} rows={skippedBefore} />, element] : [element]
        })}
        {mounted.trailing > 0 && <Spacer key="rest" rows={mounted.trailing} />}
      </tbody>
    )
  },
)

/**
 * Takes the height of unmounted rows. One cell only: a colspan would bring back columns hidden on phones.
 */
const Spacer = ({ rows }: { rows: number }) => (
  <tr aria-hidden>
    <td style={{ height: `${rows * ROW_HEIGHT_REM}rem`, padding: 0 }} />
  </tr>
)
