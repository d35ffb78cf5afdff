import { useTranslation } from 'react-i18next'
import { useSearchKey } from '../../lib/shortcuts'
import { useUrlText } from '../../lib/use-url-text'
import { SearchInput } from '../../ui/search-input'

interface BoardSearchFieldProps {
  q: string
  onChange: (q: string) => void
}

/** Holds what is being typed by itself, so that a key draws nothing but the field. */
export const BoardSearchField = ({ q, onChange }: BoardSearchFieldProps) => {
  const { t } = useTranslation('leaderboard')
  const [text, setText] = useUrlText(q, onChange)
  const field = useSearchKey()
  return (
    <SearchInput
      ref={field}
      label={t('filters.search')}
      clearLabel={t('filters.clearSearch')}
      value={text}
      onChange={setText}
      maxLength={100}
      className="w-full sm:w-[18rem]"
    />
  )
}
