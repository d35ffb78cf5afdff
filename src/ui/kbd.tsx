import type { ComponentProps } from 'react'
import { cx } from './cx'

export function Kbd({ className, ...rest }: ComponentProps<'kbd'>) {
  return (
    <kbd
      translate="no"
      {...rest}
      className={cx(
        'inline-flex min-w-6 items-center justify-center rounded-chip border border-control bg-sunken px-1 font-mono text-xs text-muted',
        className,
      )}
    />
  )
}
