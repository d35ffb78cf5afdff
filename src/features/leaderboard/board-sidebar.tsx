import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../i18n/lazy-component'
import type { Leaderboard } from '../../queries/responses'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { ErrorBoundary } from '../../ui/error-boundary'
import { SectionError } from '../../ui/section-error'
import { Neighbours } from './neighbours'
import { getIsPrinting, useIsPrinting } from './use-printing'

interface BoardSidebarProps {
  board: Leaderboard
  userId: number
  /** Group administrators have no rank. */
  isAdmin: boolean
}

const Chart = lazyComponent(() => import('./board-chart').then(part => part.BoardChart), 'leaderboard')

const WIDE_QUERY = '(min-width: 80rem)'

const subscribe = (listener: () => void) => {
  const media = window.matchMedia?.(WIDE_QUERY)
  media?.addEventListener('change', listener)
  return () => media?.removeEventListener('change', listener)
}

let wasWide = true

/** A printed page is narrow: keep the layout of the screen while printing. */
const isWide = (): boolean => {
  if (!getIsPrinting()) wasWide = window.matchMedia?.(WIDE_QUERY).matches ?? true
  return wasWide
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, isWide, () => true)

/**
 * Own rank and chart: beside the table on wide screens, otherwise collapsed above it. The chart code loads
 * when first opened; from then on it is printed too.
 */
export const BoardSidebar = (props: BoardSidebarProps) => {
  const { t } = useTranslation('leaderboard')
  const [wasOpened, setOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isPrinting = useIsPrinting()
  const toggle = (isOpenNow: boolean) => {
    if (isPrinting) return
    setOpen(isOpenNow)
    if (isOpenNow) setOpened(true)
  }
  if (useIsWide()) return <SidebarContent {...props} />
  return (
    <details
      open={isOpen || (isPrinting && wasOpened)}
      onToggle={event => toggle(event.currentTarget.open)}
      className={cx(
        'rounded-card border border-line bg-surface px-4 py-2 print:border-0 print:p-0',
        !wasOpened && 'print:hidden',
      )}
    >
      <summary className="py-1 text-sm font-medium pointer-coarse:py-3 print:hidden">
        {t('rail.title')}
      </summary>
      <div className="flex flex-col gap-4 pt-2 pb-2">{wasOpened && <SidebarContent {...props} />}</div>
    </details>
  )
}

const SidebarContent = ({ board, userId, isAdmin }: BoardSidebarProps) => {
  const { t } = useTranslation(['leaderboard', 'common'])
  return (
    <>
      <Neighbours board={board} userId={userId} isAdmin={isAdmin} />
      <ErrorBoundary
        fallback={retry => (
          <SectionError
            title={t('rail.chartFailed')}
            action={<Button onClick={retry}>{t('retry', { ns: 'common' })}</Button>}
          />
        )}
      >
        <Chart board={board} userId={userId} />
      </ErrorBoundary>
    </>
  )
}
