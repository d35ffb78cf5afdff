import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { filled } from '../../lib/search-params'
import { useSearchKey } from '../../lib/shortcuts'
import { useOptimisticValue } from '../../lib/use-optimistic-value'
import { useUrlText } from '../../lib/use-url-text'
import type { GroupSummary } from '../../queries/responses'
import { FilterBar, FilterChip } from '../../ui/filter-bar'
import { SearchInput } from '../../ui/search-input'
import type { FoundGroups } from './find-groups'
import { type GroupSearch, groupFilters } from './group-search'

interface GroupFilterBarProps {
  groups: readonly GroupSummary[]
  counts: FoundGroups['counts']
  search: GroupSearch
  onSearch: (search: GroupSearch) => void
  ref: Ref<HTMLElement>
}

const MAX_GROUPS_WITHOUT_SEARCH = 6

export const GroupFilterBar = ({ groups, counts, search, onSearch, ref }: GroupFilterBarProps) => {
  const { t } = useTranslation('groups')
  const [text, setText] = useUrlText(search.q ?? '', q => onSearch(filled({ ...search, q: q || undefined })))
  const [state, choose] = useOptimisticValue(search.state, state => onSearch(filled({ q: search.q, state })))
  const hasSearch = groups.length > MAX_GROUPS_WITHOUT_SEARCH || search.q !== undefined
  const field = useSearchKey(hasSearch)
  // Hide filters without results, unless active.
  const shown = groupFilters.filter(one => counts[one] > 0 || state === one)
  return (
    <FilterBar
      ref={ref}
      label={t('filters.label')}
      end={
        hasSearch && (
          <SearchInput
            ref={field}
            label={t('filters.search')}
            clearLabel={t('filters.clearSearch')}
            value={text}
            onChange={setText}
            maxLength={100}
          />
        )
      }
    >
      <FilterChip isSelected={state === undefined} onToggle={() => choose(undefined)}>
        {t('filters.all')}
      </FilterChip>
      {shown.map(one => (
        <FilterChip
          key={one}
          isSelected={state === one}
          count={counts[one]}
          onToggle={() => choose(state === one ? undefined : one)}
        >
          {t(`filters.${one}`)}
        </FilterChip>
      ))}
    </FilterBar>
  )
}
