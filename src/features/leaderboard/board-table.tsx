import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type Ref,
  use,
  useMemo,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { LeaderboardRow } from '../../api/responses'
import { formatNumber } from '../../lib/format'
import { useOptimisticValue } from '../../lib/hooks'
import { cx } from '../../ui/cx'
import { getRank } from './model'
import { getMedalStyle } from './podium'
import { getRowLabels, getShare } from './rows'
import { readSort, type SortKey, toggleSort } from './search'
import {
  getMountedRows,
  getSlot,
  MAX_UNWINDOWED_ROWS,
  ROW_HEIGHT_REM,
  useIsPrinting,
  useRowWindow,
  useScrollAnchor,
} from './use-row-window'
import { getProfilePath, OpensClosedProfiles, useUserLinkClick } from './user-link'

/** The name column takes the remaining width. */
const widths: Record<SortKey, string> = {
  rank: 'w-[4rem] sm:w-[5.5rem]',
  name: '',
  solved: 'max-xs:hidden w-[5.5rem] sm:w-[6rem]',
  points: 'w-[5rem] sm:w-[6.5rem] lg:w-[14rem]',
  last: 'max-lg:hidden w-[11rem]',
}

/** Visible only while the column itself is hidden. */
const hiddenBelow: Partial<Record<SortKey, string>> = { solved: 'xs:hidden', last: 'lg:hidden' }

/** Three columns on phones, five from 1024 px. */
const columns = ['rank', 'name', 'solved', 'points', 'last'] as const satisfies SortKey[]

const getCellClass = (key: SortKey): string =>
  cx(
    'border-b border-line px-2 sm:px-4',
    key === 'name' ? 'text-left' : 'text-right tabular-nums',
    widths[key],
  )

/** Computed once, not per row: a board may have 10,000 rows. */
const cellClass: Record<SortKey, string> = {
  rank: getCellClass('rank'),
  name: getCellClass('name'),
  solved: getCellClass('solved'),
  points: getCellClass('points'),
  last: getCellClass('last'),
}

const getHeaderClass = (key: SortKey): string =>
  cx(cellClass[key], 'h-[2.5rem] text-xs font-medium text-muted')

const headerClass: Record<SortKey, string> = {
  rank: getHeaderClass('rank'),
  name: getHeaderClass('name'),
  solved: getHeaderClass('solved'),
  points: getHeaderClass('points'),
  last: getHeaderClass('last'),
}

interface BoardTableProps {
  rows: readonly LeaderboardRow[]
  maxPoints: number
  /** The own row is highlighted and sticks to the edge of the screen. */
  userId: number
  /** Applied query and sort. */
  q: string
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  ownRow: Ref<HTMLTableRowElement>
}

/** Native table; above 150 rows only those near the viewport are mounted. */
export const BoardTable = memo(({ rows, maxPoints, userId, q, sort, onSort, ownRow }: BoardTableProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const ownIndex = useMemo(() => rows.findIndex(row => row.user_id === userId), [rows, userId])
  const isPrinting = useIsPrinting()
  const isPartial = rows.length > MAX_UNWINDOWED_ROWS
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    // Isolated, so that the search field is painted without the table.
    <div className="isolate min-w-0 overflow-clip rounded-card border border-line bg-surface print:overflow-visible">
      <table
        // Native scroll anchoring conflicts with mounting and unmounting rows.
        className="w-full table-fixed border-separate border-spacing-0 text-sm [overflow-anchor:none]"
        aria-rowcount={isPartial ? rows.length + 1 : undefined}
      >
        <caption className="sr-only">{t('caption')}</caption>
        <BoardHeader sort={sort} onSort={onSort} isPartial={isPartial} />
        <BoardBody
          rows={rows}
          ownIndex={ownIndex}
          viewKey={`${sort ?? ''} ${q}`}
          maxPoints={maxPoints}
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
  maxPoints: number
  isPrinting: boolean
  language: string
  ownLabel: string
  ownRow: Ref<HTMLTableRowElement>
}

/** Separate from the table, so that scrolling re-renders only the body. */
const BoardBody = memo(
  ({ rows, ownIndex, viewKey, maxPoints, isPrinting, language, ownLabel, ownRow }: BoardBodyProps) => {
    const body = useRef<HTMLTableSectionElement>(null)
    const rowWindow = useRowWindow(rows.length, body)
    useScrollAnchor(rows, viewKey, body)
    const mounted = getMountedRows(rows.length, ownIndex, rowWindow, isPrinting)
    const opensClosed = use(OpensClosedProfiles)
    const isLink = ({ index }: { index: number }) =>
      rows[index] && getProfilePath(rows[index], false, opensClosed) !== null
    const tabStop = ownIndex < 0 ? mounted.rows.find(isLink)?.index : ownIndex
    const openProfile = useUserLinkClick()
    return (
      <tbody ref={body}>
        {mounted.rows.flatMap(({ index, skippedBefore }, position) => {
          const row = rows[index]
          if (!row) return []
          const isOwn = index === ownIndex
          // Keys by slot let React reuse the row that leaves the window for the one that enters it, but only on its
          // side of the own row, which would lose focus if it were moved.
          const side = index < ownIndex ? 'before' : 'after'
          const slotKey = rowWindow && !isPrinting ? `${side} ${getSlot(index, rowWindow)}` : row.user_id
          const element = (
            <BoardRow
              key={isOwn ? 'own' : slotKey}
              row={row}
              language={language}
              rowIndex={rowWindow ? index + 2 : undefined}
              share={getShare(row.points, maxPoints)}
              ownLabel={isOwn ? ownLabel : null}
              opensClosed={opensClosed}
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

/** The height of unmounted rows. One cell only: a colspan would bring back columns hidden on phones. */
const Spacer = ({ rows }: { rows: number }) => (
  <tr aria-hidden>
    <td style={{ height: `${rows * ROW_HEIGHT_REM}rem`, padding: 0 }} />
  </tr>
)

interface BoardHeaderProps extends Pick<BoardTableProps, 'sort' | 'onSort'> {
  isPartial: boolean
}

const BoardHeader = memo(({ sort, onSort, isPartial }: BoardHeaderProps) => {
  const [shownSort, choose] = useOptimisticValue(sort, onSort)
  const { key: sorted, direction } = readSort(shownSort)
  return (
    <thead className="table-head print:static">
      <tr aria-rowindex={isPartial ? 1 : undefined}>
        {columns.map(key => (
          <HeaderCell
            key={key}
            column={key}
            direction={key === sorted ? direction : undefined}
            next={toggleSort(shownSort, key)}
            onSort={choose}
          />
        ))}
      </tr>
    </thead>
  )
})

interface HeaderCellProps {
  column: SortKey
  /** Undefined if the table is sorted by another column. */
  direction: 'asc' | 'desc' | undefined
  /** The sort after a click. */
  next: string | undefined
  onSort: (sort: string | undefined) => void
}

/** Memoized and without hooks, so that a click renders little before the next paint. `aria-sort` also shows the arrow. */
const HeaderCell = memo(({ column, direction, next, onSort }: HeaderCellProps) => (
  <th
    scope="col"
    aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
    className={headerClass[column]}
  >
    <button
      type="button"
      onClick={() => onSort(next)}
      className="sort-button relative -mx-1 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:top-[-0.625rem] pointer-coarse:after:bottom-[-1rem] inline-flex min-h-6 max-w-full items-center gap-1 rounded-chip px-1 hover:text-text"
    >
      <ColumnName column={column} />
    </button>
  </th>
))

const ColumnName = memo(({ column }: { column: SortKey }) => {
  const { t } = useTranslation('leaderboard')
  return (
    <span className={cx('wrap-anywhere', column === 'name' ? 'text-left' : 'text-right')}>
      {t(`column.${column}`)}
    </span>
  )
})

/** The sort order in words, where the screen is too narrow to show the sorted column. */
export const SortDescription = ({ sort }: { sort: string | undefined }) => {
  const { t } = useTranslation('leaderboard')
  const { key, direction } = readSort(sort)
  const visibilityClass = hiddenBelow[key]
  if (!visibilityClass) return null
  return (
    <p className={cx(visibilityClass, 'text-sm text-muted')}>
      {t(`sorted.${direction}`, { column: t(`column.${key}`) })}
    </p>
  )
}

interface BoardRowProps {
  row: LeaderboardRow
  language: string
  /** Index in the whole table, set when only some rows are mounted. */
  rowIndex: number | undefined
  /** Points relative to the leader's, from 0 to 1. */
  share: number
  /** Appended to the own row's name for screen readers; null for other rows. */
  ownLabel: string | null
  /** Whether closed profiles are links too. */
  opensClosed: boolean
  /** Roving tabindex: only this row is reachable with Tab. */
  isTabStop: boolean
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void
  ref: Ref<HTMLTableRowElement>
}

/** Arrow keys move between names, so the table is a single tab stop. */
const moveBetweenNames = (event: KeyboardEvent<HTMLElement>): void => {
  const isDown = event.key === 'ArrowDown'
  if (!isDown && event.key !== 'ArrowUp') return
  const links = [...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>('a[href]') ?? [])]
  const next = links[links.indexOf(event.currentTarget as HTMLAnchorElement) + (isDown ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

// Sticks below the page header and the table header, or to the bottom of the screen. Only the cells do: a sticky row
// would always be in view for `scrollIntoView`.
const pinnedClass =
  'sticky top-[calc(var(--header-offset)+2.5rem)] bottom-0 z-1 bg-accent-soft text-accent-text print:static'

const getCellClasses = (isOwn: boolean) => {
  const cell = (base: string, ...more: string[]) => cx(base, isOwn && pinnedClass, ...more)
  return {
    rank: cell(cellClass.rank),
    name: cell(cellClass.name, 'board-name'),
    solved: cell(cellClass.solved),
    points: cell(cellClass.points, 'board-points font-medium'),
    last: cell(cellClass.last, 'whitespace-nowrap'),
  }
}

const ownCells = getCellClasses(true)
const otherCells = getCellClasses(false)

/** No hooks and few elements: rows are mounted while scrolling. */
const BoardRow = memo(
  ({ row, language, rowIndex, share, ownLabel, opensClosed, isTabStop, onOpen, ref }: BoardRowProps) => {
    const labels = getRowLabels(row, language)
    const isOwn = ownLabel !== null
    const medal = getMedalStyle(getRank(row) ?? 0)
    const cells = isOwn ? ownCells : otherCells
    const href = getProfilePath(row, isOwn, opensClosed)
    return (
      // Focusable, so that the "go to own row" shortcut is announced by screen readers.
      <tr
        ref={ref}
        tabIndex={isOwn ? -1 : undefined}
        aria-rowindex={rowIndex}
        aria-current={isOwn || undefined}
        className="h-[3.5rem]"
      >
        <td className={medal ? `${cells.rank} board-medal` : cells.rank} style={medal}>
          {labels.rank}
        </td>
        <th scope="row" className={cells.name}>
          {/* Without an address it is no link, but the row keeps its elements when it shows another user. */}
          <a
            href={href ?? undefined}
            tabIndex={isTabStop || href === null ? undefined : -1}
            onClick={href === null ? undefined : onOpen}
            onKeyDown={moveBetweenNames}
            className={href === null ? undefined : 'user-link'}
          >
            <bdi translate="no" title={labels.name}>
              <span>{labels.displayName}</span>
              {labels.username && `\n${labels.username}`}
            </bdi>
          </a>
          {isOwn && <span className="sr-only">{` ${ownLabel}`}</span>}
        </th>
        <td className={cells.solved}>{labels.solved}</td>
        <td className={cells.points} style={{ '--share': share } as CSSProperties}>
          {labels.points}
        </td>
        <td className={cells.last}>{labels.last}</td>
      </tr>
    )
  },
)
