import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../../features/app-shell/breadcrumbs'
import { Page } from '../../features/app-shell/page'
import { GroupEyebrow, GroupProgress, NextTaskLink } from '../../features/group-tasks/group-head'
import { GroupView } from '../../features/group-tasks/group-view'
import { parseGroupViewSearch } from '../../features/group-tasks/group-view-search'
import { loadTexts } from '../../i18n/init'
import { groupQuery, taskStatusesQuery } from '../../queries/groups'
import { statusMap } from '../../queries/task-progress'
import { loadScreen } from '../-load-screen'
import { GroupErrorPage } from './-group-error'
import { groupParams } from './-group-params'

export const Route = createFileRoute('/_protected/group/$groupId/')({
  params: groupParams,
  validateSearch: parseGroupViewSearch,
  loader: ({ context: { queryClient }, params: { groupId } }) =>
    loadScreen(
      loadTexts('groups', 'task'),
      () => queryClient.query(groupQuery(groupId)),
      () => queryClient.query(taskStatusesQuery(groupId)),
    ),
  errorComponent: GroupErrorPage,
  component: GroupPage,
})

function GroupPage() {
  const { t } = useTranslation('common')
  const { groupId } = Route.useParams()
  const { data: group } = useSuspenseQuery(groupQuery(groupId))
  const { data: statuses } = useSuspenseQuery({ ...taskStatusesQuery(groupId), select: statusMap })
  const navigate = useNavigate({ from: Route.fullPath })
  useBreadcrumbs([{ title: t('page.groups'), link: { to: '/groups' } }, { title: group.name }])
  return (
    <Page
      title={group.name}
      eyebrow={<GroupEyebrow group={group} />}
      actions={<NextTaskLink group={group} statuses={statuses} />}
    >
      <GroupProgress group={group} statuses={statuses} />
      {group.description && (
        <p className="max-w-prose text-muted">
          <bdi>{group.description}</bdi>
        </p>
      )}
      <GroupView
        group={group}
        statuses={statuses}
        search={Route.useSearch()}
        onSearch={search => void navigate({ search, replace: true, resetScroll: false })}
      />
    </Page>
  )
}
