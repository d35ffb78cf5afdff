import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import { softTone, solidTone, type Tone } from './tone'

export type BadgeProps = ComponentProps<'span'> & {
  /** `signal` is for joy. */
  tone?: Tone | 'signal' | undefined
  icon?: ReactNode
  /** A solid background, for the one thing that must stand out. */
  isSolid?: boolean | undefined
}

/** A short status label. */
export function Badge({ tone = 'neutral', icon, isSolid = false, className, children, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex max-w-full items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium',
        tone === 'signal' ? 'bg-signal-soft text-signal' : (isSolid ? solidTone : softTone)[tone],
        'border border-transparent',
        className,
      )}
    >
      {icon && (
        <span aria-hidden className="inline-flex shrink-0 [&>svg]:size-3.5">
          {icon}
        </span>
      )}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  )
}
