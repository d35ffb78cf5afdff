import { ArrowDownUp, Trophy, UserSearch } from 'lucide-react'
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Leaderboard as Board } from '../../api/responses'
import { formatNumber } from '../../lib/format'
import { useAnnounceChange } from '../../lib/hooks'
import { afterPaint } from '../../lib/run-when-idle'
import { filled } from '../../lib/search-params'
import { useShortcut } from '../../lib/shortcuts'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'
import { FilterBar } from '../../ui/filter-bar'
import { BoardSidebar, useIsWide } from './board-sidebar'
import { BoardTable, SortDescription } from './board-table'
import { getPosition, type LeaderboardPosition } from './model'
import { Podium } from './podium'
import { RankChange, useRankChange } from './rank-change'
import { filterRows, precomputeFoldedTexts, sortRows } from './rows'
import { type BoardSearch, readSort } from './search'
import { UrlSearch } from './url-search'
import { OpensClosedProfiles } from './user-link'

interface LeaderboardProps {
  board: Board
  groupId: number
  userId: number
  /** Group administrators have no rank. */
  isAdmin: boolean
  search: BoardSearch
  /** Must be a stable function, or each change re-renders the whole table. */
  onSearch: (change: (search: BoardSearch) => BoardSearch) => void
}

export const Leaderboard = (props: LeaderboardProps) => {
  const { t } = useTranslation('leaderboard')
  const { board, groupId, userId, isAdmin } = props
  const ownRank = useMemo(() => getPosition(board, userId), [board, userId])
  const change = useRankChange(groupId, ownRank?.rank ?? null)
  const isWide = useIsWide()
  // On wide screens the rail has a column of its own, so the rows are painted before it without a layout shift.
  const hasRail = useDeferredValue(true, !isWide)
  if (board.rows.length === 0) {
    return (
      <EmptyState icon={<Trophy />} title={t('empty.none')} headingLevel={2}>
        {t('empty.noneText')}
      </EmptyState>
    )
  }
  // DOM order follows the visual order. The side column is isolated, so that the search field is painted without it.
  const parts = [
    <div
      key="rail"
      className="isolate flex min-w-0 flex-col gap-4 xl:col-start-2 xl:row-start-1 print:order-first"
    >
      {hasRail && (
        <>
          {isWide && !props.search.q && <Podium rows={board.rows} userId={userId} />}
          <BoardSidebar board={board} userId={userId} isAdmin={isAdmin} />
        </>
      )}
    </div>,
    <div key="rows" className="flex min-w-0 flex-col gap-4 xl:col-start-1 xl:row-start-1">
      <FilteredBoard {...props} ownRank={ownRank} change={<RankChange change={change} />} />
    </div>,
  ]
  return (
    <OpensClosedProfiles value={isAdmin}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_22.5rem] xl:gap-x-6 print:flex print:flex-col">
        {isWide ? parts.reverse() : parts}
      </div>
    </OpensClosedProfiles>
  )
}

interface FilteredBoardProps extends LeaderboardProps {
  ownRank: LeaderboardPosition | null
  change: ReactNode
}

const FilteredBoard = ({ board, userId, search, onSearch, ownRank, change }: FilteredBoardProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const bar = useRef<HTMLElement>(null)
  const ownRow = useRef<HTMLTableRowElement>(null)
  const { rows } = board
  // Deferred: filtering 10,000 rows must not block typing.
  const q = useDeferredValue(search.q ?? '')
  const sort = useDeferredValue(search.sort)
  const sorted = useMemo(() => sortRows(rows, readSort(sort), i18n.language), [rows, sort, i18n.language])
  const found = useMemo(() => filterRows(sorted, q), [sorted, q])
  const firstRows = useRef(rows)
  useEffect(() => precomputeFoldedTexts(firstRows.current), [])
  const isOwnRowVisible = ownRank !== null && (q === '' || filterRows([ownRank.row], q).length > 0)
  const goToOwnRow = () => {
    // The sticky row shows its focus ring at once; scroll after the paint.
    ownRow.current?.focus({ preventScroll: true })
    afterPaint(() => ownRow.current?.scrollIntoView({ block: 'center' }))
  }
  useShortcut('ownRow', goToOwnRow, isOwnRowVisible)
  const foundText = t('found', { count: found.length, people: formatNumber(found.length, i18n.language) })
  useAnnounceChange(q, foundText)
  const sortBy = useCallback(
    (sort: string | undefined) => onSearch(before => filled({ ...before, sort })),
    [onSearch],
  )
  const setQuery = (text: string) => onSearch(before => filled({ ...before, q: text || undefined }))
  const reset = () => {
    setQuery('')
    bar.current?.focus()
  }
  return (
    <>
      <div data-no-print>
        <FilterBar
          ref={bar}
          label={t('filters.label')}
          end={
            <>
              {q !== '' && found.length > 0 && <span>{foundText}</span>}
              {ownRank && q === '' && <OwnPlace ownRank={ownRank} change={change} />}
              {isOwnRowVisible && (
                <Button size="sm" icon={<ArrowDownUp />} onClick={goToOwnRow}>
                  {t('me.go')}
                </Button>
              )}
            </>
          }
        >
          <UrlSearch
            label={t('filters.search')}
            clearLabel={t('filters.clearSearch')}
            value={search.q ?? ''}
            onChange={setQuery}
            className="w-full sm:w-[18rem]"
          />
        </FilterBar>
      </div>
      {found.length === 0 ? (
        <Card>
          <EmptyState
            icon={<UserSearch />}
            title={t('empty.filtered', { query: q })}
            action={<Button onClick={reset}>{t('filters.reset')}</Button>}
          />
        </Card>
      ) : (
        <>
          <SortDescription sort={sort} />
          <BoardTable
            rows={found}
            maxPoints={rows[0]?.points ?? 0}
            userId={userId}
            q={q}
            sort={sort}
            onSort={sortBy}
            ownRow={ownRow}
          />
        </>
      )}
    </>
  )
}

/** Own rank, and how it has changed. */
const OwnPlace = ({ ownRank, change }: { ownRank: LeaderboardPosition; change: ReactNode }) => {
  const { t, i18n } = useTranslation('groups')
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <span>
      <span>{t('place.own', { rank: number(ownRank.rank), total: number(ownRank.total) })}</span> {change}
    </span>
  )
}
