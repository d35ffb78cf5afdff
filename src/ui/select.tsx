import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx'
import { controlClass, useFieldControl } from './field-context'

export type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'multiple'> & {
  options: readonly { value: string; label: string }[]
}

/** A styled native select. */
export function Select({ options, className, ...select }: SelectProps) {
  const control = useFieldControl(select)
  return (
    <span className={cx('relative flex min-w-0', className)}>
      <select {...select} {...control} className={cx(controlClass(), 'appearance-none truncate pr-8')}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted" />
    </span>
  )
}
