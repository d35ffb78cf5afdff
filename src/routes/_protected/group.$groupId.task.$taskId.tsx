import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { useBreadcrumbs } from '../../features/app-shell/breadcrumbs'
import { Page } from '../../features/app-shell/page'
import { FlagPanel } from '../../features/flag-panel/flag-panel'
import { useTaskWalk } from '../../features/group-tasks/use-task-walk'
import { HintPanel } from '../../features/hints/hint-panel'
import { LabAfterSolve } from '../../features/lab-panel/lab-after-solve'
import { LabPanel } from '../../features/lab-panel/lab-panel'
import { DisabledNotice } from '../../features/task-page/disabled-notice'
import { PaneBar } from '../../features/task-page/pane-bar'
import { TaskDescription } from '../../features/task-page/task-description'
import { TaskFacts } from '../../features/task-page/task-head'
import { TaskNeighbours } from '../../features/task-page/task-neighbours'
import { parseTaskSearch } from '../../features/task-page/task-search'
import { useLastTask } from '../../features/task-page/use-last-task'
import { VisibilitySwitch } from '../../features/task-visibility/visibility-switch'
import { TerminalButton } from '../../features/terminal/terminal-button'
import { WriteupCard } from '../../features/writeup/writeup-card'
import { WriteupPane } from '../../features/writeup/writeup-pane'
import { userKey } from '../../lib/user-key'
import { groupQuery, taskStatusesQuery } from '../../queries/groups'
import { isTaskSolved, nextTask, statusMap } from '../../queries/task-progress'
import { taskQuery } from '../../queries/tasks'
import { loadScreen, routeTexts } from '../-load-screen'
import { preloadMarkdown, warmMarkdown } from '../-markdown-part'
import { VpnConfigPart } from '../-vpn-config-part'
import { GroupErrorPage } from './-group-error'
import { withGroupName } from './-group-name'
import { taskParams } from './-group-params'
import { readInTime } from './-task-in-time'

export const Route = createFileRoute('/_protected/group/$groupId/task/$taskId')({
  staticData: {
    texts: ['groups', 'task', 'lab', 'hints'],
    parts: warmMarkdown,
  },
  params: taskParams,
  validateSearch: parseTaskSearch,
  loader: ({ route, context: { queryClient }, params, location }) => {
    const { groupId, taskId } = params
    const readPanels = readInTime(queryClient, params, parseTaskSearch(location.search))
    const screen = loadScreen(
      routeTexts(route),
      async () => {
        const task = queryClient.query(taskQuery(groupId, taskId))
        await readPanels(...(await Promise.all([task, queryClient.query(taskStatusesQuery(groupId))])))
      },
      () => queryClient.query(groupQuery(groupId)),
      preloadMarkdown,
    )
    return withGroupName(queryClient, screen)
  },
  errorComponent: GroupErrorPage,
  component: TaskPage,
})

function TaskPage() {
  const { t } = useTranslation('common')
  const { groupId, taskId } = Route.useParams()
  const { pane } = Route.useSearch()
  const { user } = useSession()
  const { data: task } = useSuspenseQuery(taskQuery(groupId, taskId))
  const { data: statuses } = useSuspenseQuery({ ...taskStatusesQuery(groupId), select: statusMap })
  const { data: group } = useSuspenseQuery(groupQuery(groupId))
  const status = statuses.get(taskId)
  const isSolved = isTaskSolved(task, status)
  const walk = useTaskWalk(group, statuses, taskId)
  useLastTask(groupId, taskId)
  useBreadcrumbs([
    { title: t('page.groups'), link: { to: '/groups' } },
    { title: group.name, link: { to: '/group/$groupId', params: { groupId } } },
    { title: task.title },
  ])
  return (
    <Page
      title={task.title}
      isName
      {...(task.category_name && { eyebrow: <bdi>{task.category_name}</bdi> })}
      lead={
        <div className="flex flex-col gap-2">
          <TaskFacts task={task} status={status} />
          {group.is_admin && <VisibilitySwitch groupId={groupId} task={task} isWide />}
        </div>
      }
    >
      <DisabledNotice task={task} isSolved={isSolved} />
      <div className="grid max-w-[88rem] grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22.5rem] 2xl:max-w-none 2xl:grid-cols-[minmax(0,1fr)_47rem] print:block">
        {pane === 'writeup' && task.has_writeup ? (
          <WriteupPane task={task} isSolved={isSolved} />
        ) : (
          <TaskDescription task={task} />
        )}
        <div
          data-no-print
          className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-[calc(var(--head-room)+1rem)] 2xl:grid 2xl:grid-cols-2 2xl:grid-rows-[auto_auto_1fr] 2xl:items-start 2xl:gap-6 2xl:[&>#lab]:col-start-2 2xl:[&>#lab]:row-span-3 2xl:[&>#lab]:row-start-1"
        >
          <FlagPanel
            key={task.id}
            userId={user ? userKey(user) : 0}
            task={task}
            status={status}
            next={nextTask(group, statuses, task.id)}
            afterSolve={task.has_lab && <LabAfterSolve groupId={groupId} taskId={taskId} />}
          />
          <LabPanel task={task} terminal={<TerminalButton task={task} />} vpnConfig={<VpnConfigPart />} />
          <HintPanel task={task} isSolved={isSolved} />
          <WriteupCard task={task} isSolved={isSolved} />
        </div>
      </div>
      <TaskNeighbours groupId={groupId} {...walk} />
      <PaneBar task={task} pane={pane} takesFlags={!isSolved && task.status !== 'disabled'} />
    </Page>
  )
}
