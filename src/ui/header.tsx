import type { ReactNode } from 'react'
import { cx } from './cx'

export type HeaderProps = {
  /** Logo and links. */
  start: ReactNode
  /** Pills, buttons and menus. */
  end: ReactNode
  /** Banners and bars that stick with it: offline, exam clock, unverified e-mail. */
  below?: ReactNode
  className?: string | undefined
}

/** The page's head, 56 px, always in reach. `start` gives way before `end` does. */
export function Header({ start, end, below, className }: HeaderProps) {
  return (
    <header data-shell className={cx('sticky top-0 z-20 border-b border-line bg-surface', className)}>
      <div className="mx-auto flex min-h-header w-full max-w-page items-center gap-1 px-4 xl:px-6">
        <div className="flex min-w-0 items-center gap-1">{start}</div>
        <div aria-hidden className="-ml-1 grow" />
        {/* No box of its own, which would move with each part that comes later: those that stand already stay. */}
        <div className="contents *:shrink-0">{end}</div>
      </div>
      {below}
    </header>
  )
}

/** The look of a link in the header, for router links. */
export function headerLinkClass({ isCurrent = false }: { isCurrent?: boolean | undefined } = {}): string {
  return cx(
    'inline-flex min-h-control items-center rounded-control px-3 text-sm leading-tight font-medium no-underline md:max-xl:px-2',
    isCurrent ? 'text-accent-text' : 'text-muted hover:bg-sunken hover:text-text',
  )
}
