import type { ReactNode } from 'react'
import { useOnUnmount } from '../../lib/hooks'
import { cx } from '../../ui/cx'

interface ReservedNoticeSpaceProps {
  /** A notice is or may be shown. */
  isReserved: boolean
  children: ReactNode
}

/** Reserves space above a form for a late notice; before hydration `data-note` does (src/boot). */
export const ReservedNoticeSpace = ({ isReserved, children }: ReservedNoticeSpaceProps) => {
  // The next page has no such notice.
  useOnUnmount(() => delete document.documentElement.dataset.note)
  return (
    <div role="status" className={cx('notice-slot', isReserved && 'notice-slot-open')}>
      {children}
    </div>
  )
}
