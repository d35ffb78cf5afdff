import { createContext, type ReactNode } from 'react'
import { cx } from './cx'

export type MainProps = {
  /** 90, 72, 48 or 28 rem. */
  width?: 'page' | 'wide' | 'prose' | 'narrow' | undefined
  children: ReactNode
  className?: string | undefined
}

const widths = { page: 'max-w-page', wide: 'max-w-5xl', prose: 'max-w-3xl', narrow: 'max-w-md' }

/** Whether a `Main` is rendered already: a page has one main landmark. */
export const InsideMain = createContext(false)

/** The main landmark and the target of the skip link. */
export function Main({ width = 'page', children, className }: MainProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={cx(
        'mx-auto flex w-full min-w-0 flex-col gap-6 px-4 pt-4 pb-16 xl:px-6 print:p-0',
        widths[width],
        className,
      )}
    >
      <InsideMain value>{children}</InsideMain>
    </main>
  )
}

export function Footer({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <footer data-shell className={cx('border-t border-line text-sm text-muted', className)}>
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-6 xl:px-6">
        {children}
      </div>
    </footer>
  )
}
