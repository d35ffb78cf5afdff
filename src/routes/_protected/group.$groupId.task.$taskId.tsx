import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { QueryReader } from '../../api/lazy-query-client'
import { useSession } from '../../api/use-session'
import { useBreadcrumbs } from '../../features/app-shell/breadcrumbs'
import { Page } from '../../features/app-shell/page'
import { FlagPanel } from '../../features/flag-panel/flag-panel'
import { useTaskNeighbours } from '../../features/group-tasks/use-task-neighbours'
import { HintPanel } from '../../features/hints/hint-panel'
import { LabAfterSolve } from '../../features/lab-panel/lab-after-solve'
import { LabPanel } from '../../features/lab-panel/lab-panel'
import { BottomBar } from '../../features/task-page/bottom-bar'
import { DisabledNotice } from '../../features/task-page/disabled-notice'
import { TaskDescription } from '../../features/task-page/task-description'
import { TaskMeta } from '../../features/task-page/task-meta'
import { TaskNeighbours } from '../../features/task-page/task-neighbours'
import { parseTaskSearch, type TaskSearch } from '../../features/task-page/task-search'
import { useLastTask } from '../../features/task-page/use-last-task'
import { VisibilitySwitch } from '../../features/task-visibility/visibility-switch'
import { TerminalButton } from '../../features/terminal/terminal-button'
import { WriteupCard } from '../../features/writeup/writeup-card'
import { WriteupPane } from '../../features/writeup/writeup-pane'
import { writeupAccess } from '../../features/writeup/writeup-rule'
import { clock } from '../../lib/clock'
import { readTaskRef, type TaskRef } from '../../lib/last-task'
import { userKey } from '../../lib/user-key'
import { groupQuery, taskStatusesQuery } from '../../queries/groups'
import { isSameTask } from '../../queries/lab-tracker'
import { labState } from '../../queries/lab-view'
import { labStatusQuery } from '../../queries/labs'
import type { Task, TaskStatus } from '../../queries/responses'
import { getNextTask, isTaskSolved, toStatusMap } from '../../queries/task-progress'
import { taskQuery } from '../../queries/tasks'
import { writeupQuery } from '../../queries/writeup'
import { LazyVpnConfig } from '../-lazy-vpn-config'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'
import { preloadMarkdown, preloadMarkdownBody } from '../-preload-markdown'
import { GroupErrorPage } from './-group-error'
import { taskParams } from './-group-params'
import { loadGroupNameOnDenied } from './-load-group-name'

export const Route = createFileRoute('/_protected/group/$groupId/task/$taskId')({
  staticData: {
    namespaces: ['groups', 'task', 'lab', 'hints'],
    preload: preloadMarkdownBody,
  },
  params: taskParams,
  validateSearch: parseTaskSearch,
  loader: ({ route, context: { queryClient }, params, location }) => {
    const { groupId, taskId } = params
    const prefetchPanels = prefetchTaskPanels(queryClient, params, parseTaskSearch(location.search))
    const routeData = loadRouteData(
      loadRouteMessages(route),
      async () => {
        const task = queryClient.query(taskQuery(groupId, taskId))
        await prefetchPanels(...(await Promise.all([task, queryClient.query(taskStatusesQuery(groupId))])))
      },
      () => queryClient.query(groupQuery(groupId)),
      preloadMarkdown,
    )
    return loadGroupNameOnDenied(queryClient, routeData)
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
  const { data: statuses } = useSuspenseQuery({ ...taskStatusesQuery(groupId), select: toStatusMap })
  const { data: group } = useSuspenseQuery(groupQuery(groupId))
  const status = statuses.get(taskId)
  const isSolved = isTaskSolved(task, status)
  const neighbours = useTaskNeighbours(group, statuses, taskId)
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
          <TaskMeta task={task} status={status} />
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
            next={getNextTask(group, statuses, task.id)}
            afterSolve={task.has_lab && <LabAfterSolve groupId={groupId} taskId={taskId} />}
          />
          <LabPanel task={task} terminal={<TerminalButton task={task} />} vpnConfig={<LazyVpnConfig />} />
          <HintPanel task={task} isSolved={isSolved} />
          <WriteupCard task={task} isSolved={isSolved} />
        </div>
      </div>
      <TaskNeighbours groupId={groupId} {...neighbours} />
      <BottomBar task={task} pane={pane} acceptsFlags={!isSolved && task.status !== 'disabled'} />
    </Page>
  )
}

/** Longest time that a page waits for its panels. */
const PANEL_PREFETCH_TIMEOUT_MS = 1000

/**
 * Loads what the panels of a task read, to avoid layout shifts: a running lab (at once if local storage has it,
 * else when the task's status says that it runs) and an open write-up. Never rejects: the panels request again and
 * show errors.
 */
const prefetchTaskPanels = (queryClient: QueryReader, taskRef: TaskRef, { pane }: TaskSearch) => {
  const { groupId, taskId } = taskRef
  const loadLab = () => queryClient.query({ ...labStatusQuery(groupId, taskId), retry: false })
  const loadWriteup = () => queryClient.query({ ...writeupQuery(groupId, taskId), retry: false })
  if (isSameTask(readTaskRef('flagship.lab'), taskRef)) loadLab().catch(() => {})
  return async (task: Task, statuses: readonly TaskStatus[]): Promise<void> => {
    const status = findStatus(statuses, taskId)
    const isLabRunning =
      status !== undefined && ['starting', 'ready'].includes(labState({ status: status.lab_status }))
    const showsWriteup =
      pane === 'writeup' && task.has_writeup && writeupAccess(task, status?.solved ?? false) === 'open'
    const requests = [...(isLabRunning ? [loadLab()] : []), ...(showsWriteup ? [loadWriteup()] : [])]
    if (requests.length === 0) return
    const timeout = new Promise<void>(resolve => clock.after(PANEL_PREFETCH_TIMEOUT_MS, resolve))
    await Promise.race([Promise.allSettled(requests), timeout])
  }
}

/** Loaded data is not validated yet. */
const findStatus = (statuses: unknown, taskId: number): TaskStatus | undefined =>
  Array.isArray(statuses) ? (statuses as TaskStatus[]).find(one => one?.task_id === taskId) : undefined
