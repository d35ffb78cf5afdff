import { ArrowDownUp, Trophy, UserSearch } from 'lucide-react'
import {
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { afterPaint } from '../../lib/after-paint'
import { formatNumber } from '../../lib/format'
import { filled } from '../../lib/search-params'
import { useShortcut } from '../../lib/shortcuts'
import { useAnnounceChange } from '../../lib/use-announce-change'
import type { Leaderboard as Board } from '../../queries/answers'
import { type BoardPlace, placeOf } from '../../queries/board-place'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { FilterBar } from '../../ui/filter-bar'
import { HiddenSort } from './board-head'
import { filterRows, sortRows } from './board-order'
import { BoardRail, useIsWide } from './board-rail'
import { type BoardSearch, readSort, type SortKey, toggleSort } from './board-search'
import { BoardSearchField } from './board-search-field'
import { BoardTable } from './board-table'
import { Podium } from './podium'
import { RankChange, useRankChange } from './rank-change'
import { prepareFacts } from './row-facts'

interface LeaderboardProps {
  board: Board
  groupId: number
  userId: number
  /** Whether the reader leads the group: those get no place on its board. */
  isAdmin: boolean
  search: BoardSearch
  /** Changes the address; must stay the same function, or every change draws the whole table. */
  onSearch: (change: (search: BoardSearch) => BoardSearch) => void
}

/** The scoreboard of a group: everyone's place, with one's own always in sight. */
export const Leaderboard = (props: LeaderboardProps) => {
  const { t } = useTranslation('leaderboard')
  const { board, groupId, userId, isAdmin } = props
  const place = useMemo(() => placeOf(board, userId), [board, userId])
  const change = useRankChange(groupId, place?.rank ?? null)
  const isWide = useIsWide()
  if (board.rows.length === 0) {
    return (
      <EmptyState icon={<Trophy aria-hidden />} title={t('empty.none')} headingLevel={2}>
        {t('empty.noneText')}
      </EmptyState>
    )
  }
  // In the order in which they are seen: above the table, or beside it.
  const parts = [
    <div key="rail" className="flex min-w-0 flex-col gap-4 xl:col-start-2 xl:row-start-1 print:order-first">
      <Podium rows={board.rows} userId={userId} />
      <BoardRail board={board} userId={userId} isAdmin={isAdmin} />
    </div>,
    <div key="rows" className="flex min-w-0 flex-col gap-4 xl:col-start-1 xl:row-start-1">
      <FoundRows {...props} place={place} change={<RankChange change={change} />} />
    </div>,
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_22.5rem] xl:gap-x-6 print:flex print:flex-col">
      {isWide ? parts.reverse() : parts}
    </div>
  )
}

interface FoundRowsProps extends LeaderboardProps {
  place: BoardPlace | null
  change: ReactNode
}

const FoundRows = ({ board, userId, search, onSearch, place, change }: FoundRowsProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const bar = useRef<HTMLElement>(null)
  const ownRow = useRef<HTMLTableRowElement>(null)
  const { rows } = board
  // What was typed or clicked shows at once; ten thousand rows may follow a moment later.
  const q = useDeferredValue(search.q ?? '')
  const sort = useDeferredValue(search.sort)
  const sorted = useMemo(() => sortRows(rows, readSort(sort), i18n.language), [rows, sort, i18n.language])
  const found = useMemo(() => filterRows(sorted, q), [sorted, q])
  const firstRows = useRef(rows)
  useEffect(() => prepareFacts(firstRows.current, i18n.language), [i18n.language])
  const isOwnFound = place !== null && (q === '' || filterRows([place.row], q).length > 0)
  const goToOwn = () => {
    // Pinned as it is, the row shows its focus at once, and the page moves to it in the next picture.
    ownRow.current?.focus({ preventScroll: true })
    afterPaint(() => ownRow.current?.scrollIntoView({ block: 'center' }))
  }
  useShortcut('ownRow', goToOwn, isOwnFound)
  useAnnounceChange(q, t('found', { count: found.length, people: formatNumber(found.length, i18n.language) }))
  const [asked, setAsked] = useState<{ since: BoardSearch; sort: string | undefined } | null>(null)
  const shown = useRef(search)
  useLayoutEffect(() => {
    shown.current = search
  }, [search])
  const sortBy = useCallback(
    (key: SortKey) => {
      setAsked({ since: shown.current, sort: toggleSort(shown.current, key).sort })
      afterPaint(() => onSearch(before => toggleSort(before, key)))
    },
    [onSearch],
  )
  const find = (text: string) => onSearch(before => filled({ ...before, q: text || undefined }))
  const reset = () => {
    find('')
    bar.current?.focus()
  }
  return (
    <>
      <div data-no-print>
        <FilterBar
          ref={bar}
          label={t('filters.label')}
          end={place && <OwnStanding place={place} change={change} isFound={isOwnFound} onGo={goToOwn} />}
        >
          <BoardSearchField q={search.q ?? ''} onChange={find} />
        </FilterBar>
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon={<UserSearch aria-hidden />}
          title={t('empty.filtered')}
          action={<Button onClick={reset}>{t('filters.reset')}</Button>}
        />
      ) : (
        <>
          <HiddenSort sort={sort} />
          <BoardTable
            rows={found}
            userId={userId}
            q={q}
            sort={sort}
            headSort={asked?.since === search ? asked.sort : sort}
            onSort={sortBy}
            ownRow={ownRow}
          />
        </>
      )}
    </>
  )
}

interface OwnStandingProps {
  place: BoardPlace
  change: ReactNode
  isFound: boolean
  onGo: () => void
}

/** Where the reader stands, and the way there; a search that leaves them out says so. */
const OwnStanding = ({ place, change, isFound, onGo }: OwnStandingProps) => {
  const { t, i18n } = useTranslation(['leaderboard', 'groups'])
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <>
      <span className="tabular-nums">
        {t('place.own', { ns: 'groups', rank: number(place.rank), total: number(place.total) })} {change}
      </span>
      {isFound ? (
        <Button size="sm" icon={<ArrowDownUp className="size-4" aria-hidden />} onClick={onGo}>
          {t('me.go')}
        </Button>
      ) : (
        <span>{t('me.filteredOut')}</span>
      )}
    </>
  )
}
