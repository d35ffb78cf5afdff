import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Leaderboard } from '../../api/schema.gen'
import { lazyPart } from '../../i18n/lazy-part'
import { Button } from '../../ui/button'
import { SectionBoundary } from '../../ui/section-boundary'
import { SectionError } from '../../ui/section-error'
import { Neighbours } from './neighbours'

interface BoardRailProps {
  board: Leaderboard
  userId: number
}

const Chart = lazyPart(() => import('./board-chart').then(part => part.BoardChart), 'leaderboard')

/** From here on there is room for it beside the table. */
const wide = '(min-width: 80rem)'

const follow = (listener: () => void) => {
  const media = window.matchMedia?.(wide)
  media?.addEventListener('change', listener)
  return () => media?.removeEventListener('change', listener)
}

const useIsWide = (): boolean =>
  useSyncExternalStore(
    follow,
    () => window.matchMedia?.(wide).matches ?? true,
    () => true,
  )

/** What explains the places: beside the table, or folded away above it where the table needs the room. */
export const BoardRail = (props: BoardRailProps) => {
  const { t } = useTranslation('leaderboard')
  if (useIsWide()) return <RailParts {...props} />
  return (
    <details className="rounded-card border border-line bg-surface px-4 py-2">
      <summary className="py-1 text-sm font-medium pointer-coarse:py-3">{t('rail.title')}</summary>
      <div className="flex flex-col gap-4 pt-2 pb-2">
        <RailParts {...props} />
      </div>
    </details>
  )
}

const RailParts = ({ board, userId }: BoardRailProps) => {
  const { t } = useTranslation(['leaderboard', 'common'])
  return (
    <>
      <Neighbours board={board} userId={userId} />
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
