import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../i18n/lazy-part'
import type { Leaderboard } from '../../queries/answers'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { SectionBoundary } from '../../ui/section-boundary'
import { SectionError } from '../../ui/section-error'
import { Neighbours } from './neighbours'
import { isOnPaper, useIsPrinting } from './use-printing'

interface BoardRailProps {
  board: Leaderboard
  userId: number
  /** Whether the reader leads the group. */
  isAdmin: boolean
}

const Chart = lazyPart(() => import('./board-chart').then(part => part.BoardChart), 'leaderboard')

/** From here on there is room for it beside the table. */
const wide = '(min-width: 80rem)'

const follow = (listener: () => void) => {
  const media = window.matchMedia?.(wide)
  media?.addEventListener('change', listener)
  return () => media?.removeEventListener('change', listener)
}

let wasWide = true

/** A sheet of paper is narrow; what the screen shows is not put away for it. */
const isWide = (): boolean => {
  if (!isOnPaper()) wasWide = window.matchMedia?.(wide).matches ?? true
  return wasWide
}

export const useIsWide = (): boolean => useSyncExternalStore(follow, isWide, () => true)

/**
 * What explains the places: beside the table, or folded away above it where the table needs the room. Folded away it is
 * not even fetched until it is opened; once it was, it is printed too.
 */
export const BoardRail = (props: BoardRailProps) => {
  const { t } = useTranslation('leaderboard')
  const [wasOpened, setOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isPrinting = useIsPrinting()
  const toggle = (isOpenNow: boolean) => {
    if (isPrinting) return
    setOpen(isOpenNow)
    if (isOpenNow) setOpened(true)
  }
  if (useIsWide()) return <RailParts {...props} />
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
      <div className="flex flex-col gap-4 pt-2 pb-2">{wasOpened && <RailParts {...props} />}</div>
    </details>
  )
}

const RailParts = ({ board, userId, isAdmin }: BoardRailProps) => {
  const { t } = useTranslation(['leaderboard', 'common'])
  return (
    <>
      <Neighbours board={board} userId={userId} isAdmin={isAdmin} />
      <SectionBoundary
        failed={retry => (
          <SectionError
            title={t('rail.chartFailed')}
            action={<Button onClick={retry}>{t('retry', { ns: 'common' })}</Button>}
          />
        )}
      >
        <Chart board={board} userId={userId} />
      </SectionBoundary>
    </>
  )
}
