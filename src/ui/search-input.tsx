import { Search, X } from 'lucide-react'
import { type ComponentProps, type RefObject, useCallback, useMemo, useRef } from 'react'
import { isComposing } from '../lib/is-composing'
import { cx } from './cx'
import { IconButton } from './icon-button'
import { TextInput } from './text-input'

export type SearchInputProps = Omit<
  ComponentProps<'input'>,
  'type' | 'value' | 'onChange' | 'onKeyDown' | 'ref'
> & {
  /** Accessible name; shown as the placeholder unless one is given. */
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  ref?: RefObject<HTMLInputElement | null> | undefined
}

const searchIcon = <Search className="size-4" />

/** A search field; Escape and the clear button empty it and keep focus. A typed character renders only the input again. */
export function SearchInput({
  label,
  clearLabel,
  value,
  onChange,
  ref,
  className,
  ...input
}: SearchInputProps) {
  const inner = useRef<HTMLInputElement>(null)
  const field = ref ?? inner
  const clear = useCallback(() => {
    onChange('')
    field.current?.focus()
  }, [onChange, field])
  const clearButton = useMemo(
    () => <IconButton label={clearLabel} icon={<X />} onClick={clear} />,
    [clearLabel, clear],
  )
  return (
    <TextInput
      placeholder={label}
      {...input}
      // The placeholder may use the room of the clear button, which is not there yet.
      className={cx('[&>input:placeholder-shown]:pr-3', className)}
      ref={field}
      type="search"
      aria-label={label}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key !== 'Escape' || isComposing(event) || value === '') return
        event.preventDefault()
        event.stopPropagation()
        clear()
      }}
      icon={searchIcon}
      end={
        // Keeps its place, so that the first character moves nothing.
        <span className={value ? undefined : 'invisible'}>{clearButton}</span>
      }
    />
  )
}
