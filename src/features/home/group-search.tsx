import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchKey } from '../../lib/shortcuts'
import { SearchInput } from '../../ui/search-input'

/** Finds groups and tasks on the page of all groups. */
export const GroupSearch = () => {
  const { t } = useTranslation('groups')
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const field = useSearchKey()
  return (
    <search>
      <form
        onSubmit={event => {
          event.preventDefault()
          const q = text.trim()
          if (q) void navigate({ to: '/groups', search: { q } })
        }}
      >
        <SearchInput
          ref={field}
          label={t('home.search')}
          clearLabel={t('filters.clearSearch')}
          enterKeyHint="search"
          value={text}
          onChange={setText}
          maxLength={100}
        />
      </form>
    </search>
  )
}
