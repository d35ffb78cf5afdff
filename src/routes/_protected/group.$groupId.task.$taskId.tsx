import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { useBreadcrumbs } from '../../features/app-shell/breadcrumbs'
import { Page } from '../../features/app-shell/page'
import { FlagBar } from '../../features/flag-panel/flag-bar'
import { FlagPanel } from '../../features/flag-panel/flag-panel'
import { PlannedParts } from '../../features/task-page/planned-parts'
import { TaskDescription } from '../../features/task-page/task-description'
import { TaskFacts } from '../../features/task-page/task-head'
import { TaskNeighbours } from '../../features/task-page/task-neighbours'
import { useLastTask } from '../../features/task-page/use-last-task'
import { loadTexts } from '../../i18n/init'
import { groupQuery, taskStatusesQuery } from '../../queries/groups'
import { neighbours, nextTask, statusMap } from '../../queries/task-progress'
import { taskQuery } from '../../queries/tasks'
import { loadScreen } from '../-load-screen'
import { GroupErrorPage } from './-group-error'
import { taskParams } from './-group-params'

export const Route = createFileRoute('/_protected/group/$groupId/task/$taskId')({
  params: taskParams,
  loader: ({ context: { queryClient }, params: { groupId, taskId } }) =>
    loadScreen(
      loadTexts('groups', 'task'),
      () => queryClient.query(taskQuery(groupId, taskId)),
      () => queryClient.query(taskStatusesQuery(groupId)),
      () => queryClient.query(groupQuery(groupId)),
    ),
  errorComponent: GroupErrorPage,
  component: TaskPage,
})

function TaskPage() {
  const { t } = useTranslation('common')
  const { groupId, taskId } = Route.useParams()
  const { user } = useSession()
  const { data: task } = useSuspenseQuery(taskQuery(groupId, taskId))
  const { data: statuses } = useSuspenseQuery({ ...taskStatusesQuery(groupId), select: statusMap })
  const { data: group } = useSuspenseQuery(groupQuery(groupId))
  const status = statuses.get(taskId)
  useLastTask(groupId, taskId)
  useBreadcrumbs([
    { title: t('page.groups'), link: { to: '/groups' } },
    { title: group.name, link: { to: '/group/$groupId', params: { groupId } } },
    { title: task.title },
  ])
  return (
    <Page
      title={task.title}
      {...(task.category_name && { eyebrow: <bdi>{task.category_name}</bdi> })}
      lead={<TaskFacts task={task} status={status} />}
    >
      <div className="grid max-w-[88rem] grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
        <TaskDescription task={task} />
        <div className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-[4.5rem]">
          <FlagPanel
            key={task.id}
            userId={user?.id ?? 0}
            task={task}
            status={status}
            next={nextTask(group, statuses, task.id)}
          />
          <PlannedParts task={task} />
        </div>
      </div>
      <TaskNeighbours groupId={groupId} {...neighbours(group, taskId)} />
      {!status?.solved && task.status !== 'disabled' && <FlagBar />}
    </Page>
  )
}
