import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { filled } from '../../lib/search-params'
import { useSearchKey } from '../../lib/shortcuts'
import { useEarlyValue } from '../../lib/use-early-value'
import { useUrlText } from '../../lib/use-url-text'
import type { GroupSummary } from '../../queries/answers'
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

/** Up to this many are found by eye. */
const fewGroups = 6

export const GroupFilterBar = ({ groups, counts, search, onSearch, ref }: GroupFilterBarProps) => {
  const { t } = useTranslation('groups')
  const [text, setText] = useUrlText(search.q ?? '', q => onSearch(filled({ ...search, q: q || undefined })))
  const [state, choose] = useEarlyValue(search.state, state => onSearch(filled({ q: search.q, state })))
  const hasSearch = groups.length > fewGroups || search.q !== undefined
  const field = useSearchKey(hasSearch)
  // A filter that would leave nothing is no offer, but one that is on must stay to be taken off.
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
