import type { HTMLAttributes } from 'react'
import { cx } from './cx'

/** A link that covers the whole of its `Card isInteractive`, which is `relative`, or of its `row-link`. */
export const stretchedLinkClass = 'stretched text-text no-underline hover:underline'

export type CardProps = Omit<HTMLAttributes<HTMLElement>, 'ref'> & {
  as?: 'div' | 'article' | 'section' | 'li' | undefined
  /** Contains one stretched link; the border changes on hover. */
  isInteractive?: boolean | undefined
  padding?: 'none' | 'md' | 'lg' | undefined
}

const paddings = { none: '', md: 'p-4', lg: 'p-4 sm:p-6' }

/** A bordered surface without a shadow: only popups have shadows. */
export function Card({
  as: Tag = 'div',
  isInteractive = false,
  padding = 'md',
  className,
  ...rest
}: CardProps) {
  return (
    <Tag
      {...rest}
      data-card=""
      className={cx(
        'relative min-w-0 rounded-card border border-line bg-surface',
        isInteractive && 'transition-colors duration-fast hover:border-control focus-within:border-control',
        paddings[padding],
        className,
      )}
    />
  )
}
