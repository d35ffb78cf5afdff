import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { groupListQuery } from '../../api/queries/groups'
import { GroupList } from '../../features/groups/group-list'
import { GroupsSkeleton } from '../../features/groups/groups-skeleton'
import { parseGroupSearch } from '../../features/groups/search'
import { useBreadcrumbs } from '../../features/shell/breadcrumbs'
import { Page } from '../../features/shell/page'
import { PendingPage } from '../../features/shell/route-error-page'
import { PendingScreen } from '../-fallback-screens'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'

export const Route = createFileRoute('/_protected/groups')({
  // What is shown while the page loads must not be loaded itself.
  codeSplitGroupings: [['component', 'loader']],
  staticData: { namespaces: ['groups'] },
  validateSearch: parseGroupSearch,
  loader: ({ route, context: { queryClient } }) =>
    loadRouteData(loadRouteMessages(route), () => queryClient.query(groupListQuery())),
  pendingComponent: () => (
    <PendingScreen>
      <PendingPage>
        <GroupsSkeleton />
      </PendingPage>
    </PendingScreen>
  ),
  component: GroupsPage,
})

function GroupsPage() {
  const { t } = useTranslation('common')
  const { data: groups } = useSuspenseQuery(groupListQuery())
  const navigate = useNavigate({ from: Route.fullPath })
  useBreadcrumbs([{ title: t('page.groups') }])
  return (
    <Page title={t('page.groups')}>
      <GroupList
        groups={groups}
        search={Route.useSearch()}
        onSearch={search => void navigate({ search, replace: true, resetScroll: false })}
      />
    </Page>
  )
}
