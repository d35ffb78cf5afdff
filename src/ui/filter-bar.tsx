import { Check } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cx } from './cx'

export type FilterBarProps = {
  label: string
  children: ReactNode
  end?: ReactNode
  /** For the button that takes the filters off: it vanishes by that, and focus has to go somewhere near. */
  ref?: Ref<HTMLElement> | undefined
  className?: string | undefined
}

/** The row of filters above a list; wraps. `end` is for the count or the reset. */
export function FilterBar({ label, children, end, ref, className }: FilterBarProps) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={label}
      className={cx('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', className)}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
      {end && <div className="flex flex-wrap items-center gap-2 text-sm text-muted">{end}</div>}
    </section>
  )
}

/** The look of a filter, for router links that carry it in the address. */
function chipClass({ isSelected = false }: { isSelected?: boolean | undefined } = {}): string {
  return cx(
    'inline-flex min-h-8 pointer-coarse:min-h-control items-center gap-1.5 rounded-full border px-3 text-sm no-underline transition-colors duration-fast',
    isSelected
      ? 'border-accent-text bg-accent-soft font-medium text-accent-text'
      : 'border-control bg-surface text-text hover:bg-sunken',
  )
}

export type FilterChipProps = {
  isSelected: boolean
  /** How many rows it would leave. */
  count?: number | undefined
  onToggle: () => void
  children: ReactNode
  className?: string | undefined
}

/** One filter that is on or off: a tick as well as the colour. */
export function FilterChip({ isSelected, count, onToggle, children, className }: FilterChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={onToggle}
      className={cx(chipClass({ isSelected }), className)}
    >
      {isSelected && <Check className="size-4" aria-hidden />}
      {children}
      {count !== undefined && <span className="text-xs tabular-nums text-muted">{count}</span>}
    </button>
  )
}
