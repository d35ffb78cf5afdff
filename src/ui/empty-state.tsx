import type { ReactNode } from 'react'
import { cx } from './cx'
import { Heading, type HeadingLevel } from './page-title'

export type EmptyStateProps = {
  icon?: ReactNode
  /** Why there is nothing here, in one sentence. */
  title: string
  children?: ReactNode
  /** What to do next. */
  action?: ReactNode
  /** Makes the title a heading. */
  headingLevel?: HeadingLevel | undefined
  className?: string | undefined
}

export function EmptyState(props: EmptyStateProps) {
  const { icon, title, children, action, headingLevel, className } = props
  const titleClass = 'max-w-lg font-medium text-balance'
  return (
    <div className={cx('flex flex-col items-center gap-3 px-4 py-12 text-center', className)}>
      {icon && (
        <span
          aria-hidden
          className="flex size-12 items-center justify-center rounded-full bg-sunken text-subtle [&>svg]:size-6"
        >
          {icon}
        </span>
      )}
      {headingLevel ? (
        <Heading level={headingLevel} className={titleClass}>
          {title}
        </Heading>
      ) : (
        <p className={titleClass}>{title}</p>
      )}
      {children && <div className="max-w-lg text-sm text-balance text-muted">{children}</div>}
      {action && <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
