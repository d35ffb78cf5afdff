import { cx } from './cx'

export type SegmentProps<Value> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; count?: number | undefined }[]
}

/** Buttons in a row, of which one is pressed: the parts of one list. */
export function Segment<Value>({ label, value, onChange, options }: SegmentProps<Value>) {
  return (
    <fieldset
      aria-label={label}
      className="m-0 flex min-w-0 flex-wrap divide-x divide-line rounded-control border border-control bg-surface p-0 text-sm max-sm:w-full"
    >
      {options.map(option => {
        const isChosen = option.value === value
        return (
          <button
            key={option.label}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChange(option.value)}
            className={cx(
              'inline-flex min-h-[calc(var(--control-size)-2px)] pointer-coarse:min-h-control items-center justify-center gap-1.5 px-3 font-medium transition-colors duration-fast first:rounded-s-control last:rounded-e-control max-sm:flex-auto max-sm:px-2',
              isChosen
                ? 'bg-accent-soft text-accent-text shadow-[inset_0_0_0_2px_var(--color-accent)]'
                : 'text-muted hover:bg-sunken hover:text-text',
            )}
          >
            <span>{option.label}</span>
            {option.count !== undefined && <span className="max-xs:hidden">{option.count}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}
