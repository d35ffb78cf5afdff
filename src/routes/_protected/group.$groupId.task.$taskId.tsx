import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { groupQuery, taskStatusesQuery } from '../../api/queries/groups'
import { taskQuery, writeupQuery } from '../../api/queries/tasks'
import type { Task, TaskStatus } from '../../api/responses'
import { isSameTask, readTaskRef, storeLastTask, type TaskRef } from '../../api/task-ref'
import { useSession } from '../../api/use-session'
import { FlagPanel } from '../../features/flags/flag-panel'
import { useTaskNeighbours } from '../../features/groups/filter-tasks'
import {
  LazyStudentViewNotice,
  LazyVisibilitySwitch,
  preloadGroupAdmin,
} from '../../features/groups/lazy-group-admin'
import { getGroupProgress, getNextTask, isTaskSolved, toStatusMap } from '../../features/groups/model'
import { studentViewGroup } from '../../features/groups/student-view'
import { LabPanel } from '../../features/lab/lab-panel'
import { labStatusQuery } from '../../features/lab/labs'
import { isLabRunning } from '../../features/lab/model'
import { LabAfterSolve } from '../../features/lab/stop-lab'
import { OwnRank, useRisenPlace } from '../../features/leaderboard/own-rank'
import { useBreadcrumbs } from '../../features/shell/breadcrumbs'
import { Page } from '../../features/shell/page'
import { HintPanel } from '../../features/task/hint-panel'
import { writeupAccess } from '../../features/task/model'
import { NotesPanel } from '../../features/task/notes-panel'
import { ReportProblem } from '../../features/task/report-problem'
import { parseTaskSearch, type TaskSearch } from '../../features/task/search'
import { DisabledNotice, TaskMeta } from '../../features/task/task-description'
import { BottomBar, TaskNeighbours, TaskSteps } from '../../features/task/task-navigation'
import { TaskTexts, WriteupLink } from '../../features/task/writeup'
import { TerminalButton } from '../../features/terminal/public'
import { clock } from '../../lib/clock'
import { taskParams } from '../../lib/route-params'
import { useStore } from '../../lib/store'
import { userKey } from '../../lib/user'
import { CategoryFlag } from '../../ui/category-flag'
import { GroupErrorPage } from '../-group-error'
import { loadGroupNameOnDenied, loadRouteData, loadRouteMessages, preloadMarkdown } from '../-load-route-data'

export const Route = createFileRoute('/_protected/group/$groupId/task/$taskId')({
  staticData: {
    namespaces: ['groups', 'task', 'lab', 'hints'],
    preload: () => import('../../ui/markdown/markdown-body'),
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
      async () => {
        const group = await queryClient.query(groupQuery(groupId))
        if (group.is_admin) await preloadGroupAdmin()
      },
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
  const isAdminView = useStore(studentViewGroup) !== groupId && group.is_admin
  const status = statuses.get(taskId)
  const isSolved = isTaskSolved(task, status)
  const listed = group.categories.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId)
  const next = getNextTask(group, statuses, taskId)
  const nextCategory = next && group.categories.find(({ tasks }) => tasks.includes(next))
  const neighbours = useTaskNeighbours(group, statuses, taskId)
  const place = useRisenPlace(group, taskId)
  const cover = useRef<HTMLDivElement>(null)
  // For the "continue" link of the home page.
  useEffect(() => storeLastTask({ groupId, taskId }), [groupId, taskId])
  useBreadcrumbs([
    { title: t('page.groups'), link: { to: '/groups' } },
    { title: group.name, link: { to: '/group/$groupId', params: { groupId } } },
    { title: task.title },
  ])
  return (
    <Page
      title={task.title}
      isName
      icon={task.category_name && <CategoryFlag name={task.category_name} className="size-8 md:size-10" />}
      eyebrow={task.category_name && <bdi>{task.category_name}</bdi>}
      cover={<div ref={cover} className="contents" />}
      actions={<TaskSteps groupId={groupId} {...neighbours} />}
      lead={
        <TaskMeta
          task={task}
          status={status}
          solvedBy={task.solved_by ?? listed?.solved_by}
          hasSwitch={isAdminView}
        />
      }
    >
      {isAdminView && (
        <div className="flex flex-col gap-2">
          <LazyVisibilitySwitch groupId={groupId} task={task} isWide />
        </div>
      )}
      {group.is_admin && !isAdminView && <LazyStudentViewNotice groupId={groupId} />}
      <DisabledNotice task={task} isSolved={isSolved} />
      {/* By its own width: the terminal may stand beside the page. */}
      <div className="@container print:@container-normal">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 @min-[76rem]:grid-cols-[minmax(0,1fr)_22.5rem] print:block">
          <TaskTexts task={task} isSolved={isSolved} />
          <div
            data-no-print
            className="flex min-w-0 flex-col gap-4 @min-[76rem]:sticky @min-[76rem]:top-[calc(var(--header-offset)+1rem)]"
          >
            <FlagPanel
              key={task.id}
              userId={user ? userKey(user) : 0}
              task={task}
              status={status}
              next={nextCategory ? { task: next, category: nextCategory.name } : null}
              requiredLeft={getGroupProgress(group, statuses).requiredLeft}
              place={place}
              cover={cover}
              ownRank={<OwnRank group={group} hasLink />}
              afterSolve={
                <>
                  <WriteupLink task={task} />
                  {task.has_lab !== false && <LabAfterSolve groupId={groupId} taskId={taskId} />}
                </>
              }
            />
            <LabPanel task={task}>
              <TerminalButton task={task} />
            </LabPanel>
            <HintPanel key={`hints ${taskId}`} task={task} isSolved={isSolved} />
            <NotesPanel
              key={`notes ${taskId}`}
              userId={user ? userKey(user) : 0}
              groupId={groupId}
              taskId={taskId}
            />
            <ReportProblem key={`report ${taskId}`} group={group} task={task} />
          </div>
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
const prefetchTaskPanels = (queryClient: QueryClient, taskRef: TaskRef, { pane }: TaskSearch) => {
  const { groupId, taskId } = taskRef
  const loadLab = () => queryClient.query({ ...labStatusQuery(groupId, taskId), retry: false })
  const loadWriteup = () => queryClient.query({ ...writeupQuery(groupId, taskId), retry: false })
  if (isSameTask(readTaskRef('flagship.lab'), taskRef)) loadLab().catch(() => {})
  return async (task: Task, statuses: readonly TaskStatus[]): Promise<void> => {
    const status = statuses.find(({ task_id }) => task_id === taskId)
    const hasRunningLab = status !== undefined && isLabRunning({ status: status.lab_status })
    const showsWriteup =
      pane === 'writeup' &&
      task.has_writeup !== false &&
      writeupAccess(task, status?.solved ?? false) === 'open'
    const requests = [...(hasRunningLab ? [loadLab()] : []), ...(showsWriteup ? [loadWriteup()] : [])]
    if (requests.length === 0) return
    const timeout = new Promise<void>(resolve => clock.after(PANEL_PREFETCH_TIMEOUT_MS, resolve))
    await Promise.race([Promise.allSettled(requests), timeout])
  }
}
