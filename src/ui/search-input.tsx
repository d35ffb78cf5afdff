import { Search, X } from 'lucide-react'
import { type ComponentProps, type Ref, useImperativeHandle, useRef } from 'react'
import { IconButton } from './icon-button'
import { TextInput } from './text-input'

export type SearchInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'ref'> & {
  /** Accessible name; shown as the placeholder unless one is given. */
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement | null> | undefined
}

/** A search field; Escape and the clear button empty it and keep focus. */
export function SearchInput({ label, clearLabel, value, onChange, ref, ...input }: SearchInputProps) {
  const own = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => own.current)
  const clear = () => {
    onChange('')
    own.current?.focus()
  }
  return (
    <TextInput
      placeholder={label}
      {...input}
      ref={own}
      type="search"
      aria-label={label}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key === 'Escape' && value !== '') {
          event.preventDefault()
          event.stopPropagation()
          clear()
        }
        input.onKeyDown?.(event)
      }}
      icon={<Search className="size-4" />}
      end={
        // Keeps its place, so that the first character moves nothing.
        <span className={value ? undefined : 'invisible'}>
          <IconButton label={clearLabel} icon={<X />} onClick={clear} />
        </span>
      }
    />
  )
}
