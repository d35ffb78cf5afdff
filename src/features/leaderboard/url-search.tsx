import { useUrlText } from '../../lib/hooks'
import { useSearchKey } from '../../lib/shortcuts'
import { SearchInput, type SearchInputProps } from '../../ui/search-input'

/** Keeps the typed text in its own state, so that typing re-renders only the field. */
export const UrlSearch = ({ value, onChange, ...input }: Omit<SearchInputProps, 'ref' | 'maxLength'>) => {
  const [text, setText] = useUrlText(value, onChange)
  return <SearchInput {...input} ref={useSearchKey()} value={text} onChange={setText} maxLength={100} />
}
