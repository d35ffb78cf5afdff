import type { ComponentProps } from 'react'
import { cx } from './cx'

/** Read aloud, not shown. */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={cx('sr-only', className)} />
}
