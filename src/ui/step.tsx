import type { ReactNode } from 'react'
import { cx } from './cx'
import { StatusIcon, type StatusIconProps } from './status-icon'

interface StepProps extends Pick<StatusIconProps, 'status' | 'label'> {
  isLast: boolean
  className?: string | undefined
  children: ReactNode
}

/** An item of a vertical list, with its state and a line to the next one. */
export function Step({ status, label, isLast, className, children }: StepProps) {
  return (
    <li className={cx('relative flex items-start gap-3 pb-3 text-sm last:pb-0', className)}>
      {!isLast && (
        <span
          aria-hidden
          className={cx(
            // A border, because forced colors remove backgrounds.
            'absolute top-6 bottom-1 left-[0.5625rem] border-l-2',
            status === 'solved' ? 'border-success' : 'border-control',
          )}
        />
      )}
      <StatusIcon status={status} label={label} />
      {children}
    </li>
  )
}
