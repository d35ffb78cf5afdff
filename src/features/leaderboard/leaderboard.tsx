import { ArrowDownUp, Trophy, UserSearch } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeaderboardRow } from '../../api/schema.gen'
import { formatNumber } from '../../lib/format'
import { filled } from '../../lib/search-params'
import { useSearchKey, useShortcut } from '../../lib/shortcuts'
import { useAnnounceChange } from '../../lib/use-announce-change'
import { useUrlText } from '../../lib/use-url-text'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { FilterBar } from '../../ui/filter-bar'
import { SearchInput } from '../../ui/search-input'
import { type BoardSearch, findRows, readSort, toggleSort } from './board-search'
import { BoardTable } from './board-table'

interface LeaderboardProps {
  rows: readonly LeaderboardRow[]
  userId: number
  search: BoardSearch
  onSearch: (search: BoardSearch) => void
}

/** The scoreboard of a group: everyone's place, with one's own always in sight. */
export const Leaderboard = ({ rows, userId, search, onSearch }: LeaderboardProps) => {
  const { t, i18n } = useTranslation('leaderboard')
  const [text, setText] = useUrlText(search.q ?? '', q => onSearch(filled({ ...search, q: q || undefined })))
  const bar = useRef<HTMLElement>(null)
  const ownRow = useRef<HTMLTableRowElement>(null)
  const found = findRows(rows, search, i18n.language)
  const own = rows.find(row => row.user_id === userId)
  const field = useSearchKey(rows.length > 0)
  const goToOwn = () => ownRow.current?.scrollIntoView({ block: 'center' })
  const readOwn = () => {
    ownRow.current?.focus({ preventScroll: true })
    goToOwn()
  }
  useShortcut('ownRow', readOwn, own !== undefined && found.includes(own))
  useAnnounceChange(search.q ?? '', t('found', { count: found.length }))
  if (rows.length === 0) {
    return (
      <EmptyState icon={<Trophy aria-hidden />} title={t('empty.none')} headingLevel={2}>
        {t('empty.noneText')}
      </EmptyState>
    )
  }
  const reset = () => {
    onSearch(filled({ sort: search.sort }))
    bar.current?.focus()
  }
  return (
    <>
      <FilterBar
        ref={bar}
        label={t('filters.label')}
        end={
          own && (
            <>
              <span className="tabular-nums">
                {t('me.place', {
                  rank: formatNumber(own.rank, i18n.language),
                  total: formatNumber(rows.length, i18n.language),
                })}
              </span>
              <Button size="sm" icon={<ArrowDownUp className="size-4" aria-hidden />} onClick={goToOwn}>
                {t('me.go')}
              </Button>
            </>
          )
        }
      >
        <SearchInput
          ref={field}
          label={t('filters.search')}
          clearLabel={t('filters.clearSearch')}
          value={text}
          onChange={setText}
          maxLength={100}
          className="w-full sm:w-[20rem]"
        />
      </FilterBar>
      {found.length === 0 ? (
        <EmptyState
          icon={<UserSearch aria-hidden />}
          title={t('empty.filtered')}
          action={<Button onClick={reset}>{t('filters.reset')}</Button>}
        />
      ) : (
        <BoardTable
          rows={found}
          userId={userId}
          sort={readSort(search.sort)}
          onSort={key => onSearch(toggleSort(search, key))}
          ownRow={ownRow}
        />
      )}
    </>
  )
}
