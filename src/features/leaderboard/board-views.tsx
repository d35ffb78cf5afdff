import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { tabClass } from '../../ui/tab-class'

/** The two views of a leaderboard: links, because each has an address and is a page of its own. */
export const BoardViews = ({ groupId, isMatrix }: { groupId: number; isMatrix: boolean }) => {
  const { t } = useTranslation('leaderboard')
  return (
    <nav aria-label={t('view.label')} data-no-print className="flex flex-wrap border-b border-line">
      {([undefined, 'matrix'] as const).map(view => {
        const isCurrent = isMatrix === (view === 'matrix')
        return (
          <Link
            key={view ?? 'ranks'}
            to="/group/$groupId/leaderboard"
            params={{ groupId }}
            search={({ view: _, columns, sort, ...before }) => ({ ...before, ...(view && { view }) })}
            replace
            resetScroll={false}
            activeOptions={{ exact: true }}
            aria-current={isCurrent ? 'page' : undefined}
            className={tabClass}
          >
            {t(view ? 'view.matrix' : 'view.ranks')}
          </Link>
        )
      })}
    </nav>
  )
}
