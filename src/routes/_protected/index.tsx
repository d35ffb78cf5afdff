import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { groupListQuery } from '../../api/queries/groups'
import { getGroupPhase } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { GroupRows } from '../../features/groups/group-card'
import { NoGroups } from '../../features/groups/group-list'
import { NextStep } from '../../features/home/next-step'
import { OwnRank } from '../../features/leaderboard/own-rank'
import { Page } from '../../features/shell/page'
import { serverClock } from '../../lib/server-clock'
import { buttonClass } from '../../ui/button-class'
import { SectionTitle } from '../../ui/page-title'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'

export const Route = createFileRoute('/_protected/')({
  staticData: { namespaces: ['groups', 'task'], preload: () => import('../../features/home/week-card') },
  loader: ({ route, context: { queryClient } }) =>
    loadRouteData(loadRouteMessages(route), () => queryClient.query(groupListQuery()), preloadWeek),
  component: HomePage,
})

/** With the page: a deployment in between would reload it. Without it the page is whole. */
async function preloadWeek() {
  await import('../../features/home/week-card').catch(() => {})
}

function HomePage() {
  const { t } = useTranslation('groups')
  const { user } = useSession()
  const { data: groups } = useSuspenseQuery(groupListQuery())
  const now = serverClock.now()
  const current = groups.filter(group => getGroupPhase(group, now) !== 'ended')
  const name = user?.first_name ?? user?.username
  return (
    <Page title={name ? t('home.lead', { name }) : t('home.title')} documentTitle={t('home.title')} isDisplay>
      {groups.length === 0 ? (
        <NoGroups />
      ) : (
        <NextStep groups={groups}>
          <section className="flex flex-col gap-4">
            <SectionTitle
              actions={
                <Link to="/groups" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
                  {t('home.allGroups')}
                </Link>
              }
            >
              {t('home.groups')}
            </SectionTitle>
            <GroupRows
              groups={current.length > 0 ? current : groups}
              label={t('home.groups')}
              Footer={OwnRank}
            />
          </section>
        </NextStep>
      )}
    </Page>
  )
}
