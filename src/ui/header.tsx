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

/** The edges of the page, which is narrower beside a dock; the header goes on above the dock. */
const edgesClass =
  'xl:pr-[max(1.5rem,calc((100%-var(--container-page))/2+1.5rem-var(--dock-side,0px)))] xl:pl-[max(1.5rem,calc((100%-var(--dock-side,0px)-var(--container-page))/2+1.5rem))]'

/** The sticky page header, 56 px high. `start` shrinks before `end`. */
export function Header({ start, end, below, className }: HeaderProps) {
  return (
    <header data-shell className={cx('sticky top-0 z-20 border-b border-line bg-surface', className)}>
      <div className={cx('flex min-h-header items-center gap-1 px-4', edgesClass)}>
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
