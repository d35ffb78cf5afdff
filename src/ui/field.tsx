import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx, joinIds } from './cx'
import { FieldContext } from './field-context'

export type FieldProps = {
  label: string
  hint?: ReactNode
  /** What is wrong and what to do; empty when the value is valid. */
  error?: ReactNode
  isRequired?: boolean | undefined
  /** At the end of the label's line: a link, a counter. */
  labelEnd?: ReactNode
  /** One TextInput, PasswordInput, Textarea or Select. */
  children: ReactNode
  className?: string | undefined
}

export function Field({ label, hint, error, isRequired = false, labelEnd, children, className }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const isInvalid = Boolean(error)
  const wiring = {
    id,
    describedBy: joinIds(isInvalid && errorId, Boolean(hint) && hintId),
    isInvalid,
    isRequired,
  }
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {labelEnd && <span className="text-xs text-muted">{labelEnd}</span>}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {isInvalid && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="text-xs text-pretty text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The error message under a control. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-xs text-danger-text">
      <CircleAlert className="mt-px size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
