import { memo, type Ref, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format'
import type { LeaderboardRow } from '../../queries/answers'
import { BoardHead } from './board-head'
import { BoardRow } from './board-row'
import type { SortKey } from './board-search'
import { mountedRows } from './mounted-rows'
import { useOpenPerson } from './person-link'
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
  /** What the head shows already: the order that was asked for, which the rows take a moment to take on. */
  headSort: string | undefined
  onSort: (key: SortKey) => void
  ownRow: Ref<HTMLTableRowElement>
}

/** A native table of any length; above 150 rows only those near the screen are mounted. */
export const BoardTable = memo(({ rows, userId, q, sort, headSort, onSort, ownRow }: BoardTableProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const own = useMemo(() => rows.findIndex(row => row.user_id === userId), [rows, userId])
  const isPrinting = useIsPrinting()
  const isPartial = rows.length > fewRows
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <div className="min-w-0 overflow-clip rounded-card border border-line bg-surface print:overflow-visible">
      <table
        // The browser's own idea of what to hold on to would fight with the rows that come and go.
        className="w-full table-fixed border-separate border-spacing-0 text-sm [overflow-anchor:none]"
        aria-rowcount={isPartial ? rows.length + 1 : undefined}
      >
        <caption className="sr-only">{t('caption')}</caption>
        <BoardHead sort={headSort} onSort={onSort} isPartial={isPartial} />
        <BoardBody
          rows={rows}
          own={own}
          order={`${sort ?? ''} ${q}`}
          isPrinting={isPrinting}
          language={i18n.language}
          ownWords={t('me.row')}
          ownRow={ownRow}
        />
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

interface BoardBodyProps {
  rows: readonly LeaderboardRow[]
  /** Where the reader's own row is among them; -1: nowhere. */
  own: number
  order: string
  isPrinting: boolean
  language: string
  ownWords: string
  ownRow: Ref<HTMLTableRowElement>
}

/** The rows. Whatever scrolling draws anew is in here. */
const BoardBody = memo(({ rows, own, order, isPrinting, language, ownWords, ownRow }: BoardBodyProps) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const shown = useRowWindow(rows.length, body)
  useKeptPlace(rows, order, body)
  const mounted = mountedRows(rows.length, own, shown, isPrinting)
  const entry = own < 0 ? mounted.rows[0]?.index : own
  const openPerson = useOpenPerson()
  return (
    <tbody ref={body}>
      {mounted.rows.flatMap(({ index, skipped }, at) => {
        const row = rows[index]
        if (!row) return []
        const isOwn = index === own
        // A row that leaves the window at one end is written anew for the one that comes at the other.
        const place = shown && !isPrinting ? `place ${index % shown.slots}` : row.user_id
        const drawn = (
          <BoardRow
            key={isOwn ? 'own' : place}
            row={row}
            language={language}
            rowIndex={shown ? index + 2 : undefined}
            ownWords={isOwn ? ownWords : null}
            isEntry={index === entry}
            onOpen={openPerson}
            ref={isOwn ? ownRow : null}
          />
        )
        // A name of its own keeps a gap while the rows after it change; a new one would be laid out in each frame. Named by
        // their places, they never make the own row move in the document, which would take the focus from it.
        const gap = at === 0 ? 'lead' : isOwn ? 'before own' : 'after own'
        return skipped > 0 ? [<Gap key={gap} rows={skipped} />, drawn] : [drawn]
      })}
      {mounted.rest > 0 && <Gap key="rest" rows={mounted.rest} />}
    </tbody>
  )
})

/** The room of the rows that are not mounted. One cell: a wider one would bring back the columns hidden on a phone. */
const Gap = ({ rows }: { rows: number }) => (
  <tr aria-hidden>
    <td style={{ height: `${rows * rowRem}rem`, padding: 0 }} />
  </tr>
)
