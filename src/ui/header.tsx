import type { ReactNode } from 'react'
import { cx } from './cx'

export type HeaderProps = {
  /** Logo and links. */
  start: ReactNode
  /** Pills, buttons and menus. */
  end: ReactNode
  /** Sticky banners: offline, exam timer, unverified email. */
  below?: ReactNode
  className?: string | undefined
}

/** The sticky page header, 56 px high. `start` shrinks before `end`. */
export function Header({ start, end, below, className }: HeaderProps) {
  return (
    <header data-shell className={cx('sticky top-0 z-20 border-b border-line bg-surface', className)}>
      {/* Beside a dock the page begins at the edge of the window. */}
      <div className="mx-auto flex min-h-header w-full max-w-[calc(var(--container-page)+2*var(--dock-side,0px))] items-center gap-1 px-4 xl:px-6">
        <div className="flex min-w-0 items-center gap-1">{start}</div>
        <div aria-hidden className="-ml-1 grow" />
        {/* `display: contents`: a box would move when lazy items are added. */}
        <div className="contents *:shrink-0">{end}</div>
      </div>
      {below}
    </header>
  )
}

export function headerLinkClass({ isCurrent = false }: { isCurrent?: boolean | undefined } = {}): string {
  return cx(
    'inline-flex min-h-control items-center rounded-control px-3 text-sm leading-tight font-medium no-underline md:max-xl:px-2',
    isCurrent ? 'text-accent-text' : 'text-muted hover:bg-sunken hover:text-text',
  )
}
