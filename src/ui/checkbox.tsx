import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx, joinIds } from './cx'
import { FieldError } from './field'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** A native checkbox; the whole line is its label. */
export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const id = useId()
  const describedBy = joinIds(
    input['aria-describedby'],
    Boolean(error) && `${id}-error`,
    Boolean(hint) && `${id}-hint`,
  )
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label className="flex min-h-6 gap-2 pointer-coarse:min-h-control pointer-coarse:items-center">
        <input
          {...input}
          type="checkbox"
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          // The native checked style with the accent colour; unchecked needs its own border for the error state.
          className="mt-0.5 size-5 shrink-0 rounded-chip border-control bg-surface accent-accent not-checked:appearance-none not-checked:border aria-invalid:border-danger forced-colors:appearance-auto pointer-coarse:mt-0"
        />
        <span className="min-w-0 text-sm leading-normal">{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="pl-[1.75rem] text-xs text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
