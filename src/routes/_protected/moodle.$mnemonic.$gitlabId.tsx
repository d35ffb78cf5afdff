import { createFileRoute, redirect } from '@tanstack/react-router'
import { feedbackDialog } from '../../features/feedback/feedback-store'
import { LmsTaskMissing } from '../../features/lms-task/lms-task-missing'
import { groupListQuery } from '../../queries/groups'
import { areLmsNames, findLmsTask } from '../../queries/lms'
import { shownNames } from '../-lms-names'
import { LmsResolving, LmsTaskFailure, prepareLmsFailure } from '../-lms-task-parts'
import { loadScreen, routeTexts } from '../-load-screen'
import { PendingScreen } from '../-pending-screen'

/** The bridge from the LMS (specification §2): looks where the task is and gives its place in the history to it. */
export const Route = createFileRoute('/_protected/moodle/$mnemonic/$gitlabId')({
  staticData: {
    texts: ['lms'],
    // Where the bridge leads.
    parts: async router =>
      router.loadRouteChunk(router.routesById['/_protected/group/$groupId/task/$taskId']),
  },
  loader: async ({ route, context: { queryClient }, params, abortController: { signal } }) => {
    // Only the page that says so is left; no call is made.
    if (!areLmsNames(params)) return routeTexts(route)
    const found: Awaited<ReturnType<typeof findLmsTask>>[] = []
    try {
      await loadScreen(routeTexts(route), async () => {
        found.push(await findLmsTask(queryClient, params))
      })
    } catch (error) {
      await prepareLmsFailure(() => queryClient.query(groupListQuery()), error)
      throw error
    }
    const task = found.at(-1)
    // Whoever has gone on is not to be fetched back.
    if (!task || signal.aborted) return
    throw redirect({ to: '/group/$groupId/task/$taskId', params: task, replace: true })
  },
  pendingComponent: () => (
    <PendingScreen>
      <LmsResolving />
    </PendingScreen>
  ),
  errorComponent: LmsTaskFailure,
  component: MalformedPage,
})

function MalformedPage() {
  return (
    <LmsTaskMissing
      names={shownNames(Route.useParams())}
      reason="malformed"
      onFeedback={feedbackDialog.open}
    />
  )
}
