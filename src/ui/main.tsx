import { createContext, type ReactNode } from 'react'
import { cx } from './cx'

export type MainProps = {
  /** `page` 112rem, `wide` 72rem, `prose` 48rem, `narrow` 28rem (sign-in and the like, centred). */
  width?: 'page' | 'wide' | 'prose' | 'narrow' | undefined
  children: ReactNode
  className?: string | undefined
}

const widths = { page: 'max-w-page', wide: 'max-w-5xl', prose: 'max-w-3xl', narrow: 'max-w-md' }

/** Whether a page frame stands around already: there is one main region. */
export const InsideFrame = createContext(false)

/** The main region: the skip link's target, gutters of 16 and 24 px. */
export function Main({ width = 'page', children, className }: MainProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={cx(
        'mx-auto flex w-full min-w-0 flex-col gap-6 px-4 pt-4 pb-16 xl:px-6',
        widths[width],
        className,
      )}
    >
      <InsideFrame value>{children}</InsideFrame>
    </main>
  )
}

/** The quiet line of links at the end of the page. */
export function Footer({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <footer data-shell className={cx('border-t border-line text-sm text-muted', className)}>
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-6 xl:px-6">
        {children}
      </div>
    </footer>
  )
}
