import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupListQuery } from '../../api/queries/groups'
import { GroupList } from '../../features/groups/group-list'
import { InviteForm } from '../../features/groups/invite-form'
import { parseGroupSearch } from '../../features/groups/search'
import { useBreadcrumbs } from '../../features/shell/breadcrumbs'
import { Page } from '../../features/shell/page'
import { Button } from '../../ui/button'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'

export const Route = createFileRoute('/_protected/groups')({
  staticData: { namespaces: ['groups'] },
  validateSearch: parseGroupSearch,
  loader: ({ route, context: { queryClient } }) =>
    loadRouteData(loadRouteMessages(route), () => queryClient.query(groupListQuery())),
  component: GroupsPage,
})

function GroupsPage() {
  const { t } = useTranslation(['common', 'groups'])
  const { data: groups } = useSuspenseQuery(groupListQuery())
  const [isInviteOpen, setInviteOpen] = useState(false)
  const navigate = useNavigate({ from: Route.fullPath })
  useBreadcrumbs([{ title: t('page.groups') }])
  return (
    <Page
      title={t('page.groups')}
      actions={
        groups.length > 0 && (
          <Button icon={<Ticket />} aria-expanded={isInviteOpen} onClick={() => setInviteOpen(!isInviteOpen)}>
            {t('invite.title', { ns: 'groups' })}
          </Button>
        )
      }
    >
      {isInviteOpen && <InviteForm />}
      <GroupList
        groups={groups}
        search={Route.useSearch()}
        onSearch={search => void navigate({ search, replace: true, resetScroll: false })}
      />
    </Page>
  )
}
