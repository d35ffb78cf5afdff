import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../../features/app-shell/breadcrumbs'
import { Page } from '../../features/app-shell/page'
import {
  GroupEyebrow,
  GroupProgress,
  NextTaskLink,
  RequiredReminder,
} from '../../features/group-tasks/group-head'
import { GroupView } from '../../features/group-tasks/group-view'
import {
  filtersOf,
  type GroupViewSearch,
  parseGroupViewSearch,
} from '../../features/group-tasks/group-view-search'
import { InviteCode } from '../../features/group-tasks/invite-code'
import { keepTaskFilters, readTaskFilters } from '../../features/group-tasks/task-filter-memory'
import { OwnPlace } from '../../features/leaderboard/own-place'
import { VisibilitySwitch } from '../../features/task-visibility/visibility-switch'
import { groupQuery, taskStatusesQuery } from '../../queries/groups'
import { statusMap } from '../../queries/task-progress'
import { ExamTab } from '../-exam-parts'
import { LmsTab } from '../-lms-part'
import { loadScreen, routeTexts } from '../-load-screen'
import { GroupErrorPage } from './-group-error'
import { withGroupName } from './-group-name'
import { groupParams } from './-group-params'

export const Route = createFileRoute('/_protected/group/$groupId/')({
  staticData: { texts: ['groups', 'task'] },
  params: groupParams,
  validateSearch: parseGroupViewSearch,
  // Without filters in the address the ones used last come back; an address that has some wins.
  beforeLoad: ({ search, params }) => {
    if (hasAny(filtersOf(search))) return
    const kept = readTaskFilters(params.groupId)
    if (hasAny(kept)) {
      throw redirect({
        to: '/group/$groupId',
        params,
        search: { ...search, ...kept },
        replace: true,
      })
    }
  },
  loader: ({ route, context: { queryClient }, params: { groupId } }) =>
    withGroupName(
      queryClient,
      loadScreen(
        routeTexts(route),
        () => queryClient.query(groupQuery(groupId)),
        () => queryClient.query(taskStatusesQuery(groupId)),
      ),
    ),
  errorComponent: GroupErrorPage,
  component: GroupPage,
})

const hasAny = (filters: object): boolean => Object.keys(filters).length > 0

function GroupPage() {
  const { t } = useTranslation('common')
  const { groupId } = Route.useParams()
  const { data: group } = useSuspenseQuery(groupQuery(groupId))
  const { data: statuses } = useSuspenseQuery({ ...taskStatusesQuery(groupId), select: statusMap })
  const search = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  useEffect(() => {
    const filters = filtersOf(search)
    if (hasAny(filters)) keepTaskFilters(groupId, filters)
  }, [groupId, search])
  const changeSearch = (next: GroupViewSearch) => {
    // Before the address changes: filters that were taken off must not come back by it.
    keepTaskFilters(groupId, filtersOf(next))
    void navigate({ search: next, replace: true, resetScroll: false })
  }
  useBreadcrumbs([{ title: t('page.groups'), link: { to: '/groups' } }, { title: group.name }])
  return (
    <Page
      title={group.name}
      isName
      eyebrow={<GroupEyebrow group={group} />}
      actions={<NextTaskLink group={group} statuses={statuses} />}
    >
      <GroupProgress group={group} statuses={statuses} />
      <OwnPlace group={group} hasLink />
      <RequiredReminder group={group} statuses={statuses} />
      {group.description && (
        <p className="max-w-prose whitespace-pre-line text-muted">
          <bdi>{group.description}</bdi>
        </p>
      )}
      <InviteCode group={group} />
      <GroupView
        group={group}
        statuses={statuses}
        search={search}
        onSearch={changeSearch}
        Visibility={VisibilitySwitch}
        exam={<ExamTab group={group} statuses={statuses} />}
        lms={<LmsTab group={group} />}
      />
    </Page>
  )
}
