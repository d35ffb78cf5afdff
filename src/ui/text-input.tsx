import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import { controlClass, useFieldControl } from './field-context'

export type TextInputProps = ComponentProps<'input'> & {
  /** Flags, addresses and codes. */
  isMono?: boolean | undefined
  icon?: ReactNode
  /** A button inside the input, at its end. */
  end?: ReactNode
}

/** A single-line input. Outside a `Field` it needs an `aria-label`. */
export function TextInput({ isMono, icon, end, className, ...input }: TextInputProps) {
  const control = useFieldControl(input)
  return (
    <span className={cx('relative flex min-w-0', className)}>
      {icon && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-subtle"
        >
          {icon}
        </span>
      )}
      <input
        type="text"
        {...input}
        {...control}
        className={cx(
          controlClass({ isMono }),
          Boolean(icon) && 'pl-[2.375rem]',
          Boolean(end) && 'pr-[2.5rem]',
        )}
      />
      {end && <span className="absolute inset-y-0 right-0 flex items-center">{end}</span>}
    </span>
  )
}
