import { Check } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cx } from './cx'
import { inSpan } from './in-span'

export type FilterBarProps = {
  label: string
  children: ReactNode
  end?: ReactNode
  /** Focus target for the reset button, which disappears when it is clicked. */
  ref?: Ref<HTMLElement> | undefined
}

/** A wrapping row of filters above a list; `end` is for what stands apart: a count, a button, a search. */
export function FilterBar({ label, children, end, ref }: FilterBarProps) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full">{children}</div>
      {end && <div className="flex flex-wrap items-center gap-2 text-sm text-muted max-sm:w-full">{end}</div>}
    </section>
  )
}

const getChipClass = (isSelected: boolean): string =>
  cx(
    'relative inline-flex min-h-8 pointer-coarse:min-h-control items-center gap-1.5 rounded-full border px-3 text-sm no-underline transition-colors duration-fast',
    isSelected
      ? 'border-accent-text bg-accent-soft text-accent-text'
      : 'border-control bg-surface text-text hover:bg-sunken',
  )

export type FilterChipProps = {
  isSelected: boolean
  /** How many rows match. */
  count?: number | undefined
  onToggle: () => void
  children: ReactNode
}

/** A toggle filter, marked by a check mark as well as by colour. Its size stays, so that nothing beside it moves. */
export function FilterChip({ isSelected, count, onToggle, children }: FilterChipProps) {
  return (
    <button type="button" aria-pressed={isSelected} onClick={onToggle} className={getChipClass(isSelected)}>
      <Check
        strokeWidth={4}
        className={cx(
          'absolute -top-1.5 right-0 size-4 rounded-full bg-accent p-0.5 text-on-accent',
          !isSelected && 'invisible',
        )}
      />
      {inSpan(children)}
      {count !== undefined && <span className="text-xs tabular-nums text-muted">{count}</span>}
    </button>
  )
}
