import type { ReactNode } from 'react'
import { cx } from './cx'

/** Buttons side by side. Why one of them is disabled stands on a line of its own below them, see `Button`. */
export function ButtonRow({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <div data-button-row className={cx('flex flex-wrap gap-2', className)}>
      {children}
    </div>
  )
}
