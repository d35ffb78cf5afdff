import { createFileRoute, redirect } from '@tanstack/react-router'
import { groupListQuery } from '../../api/queries/groups'
import { areLmsNames, findLmsTask } from '../../features/lms/lms-task'
import { LmsTaskMissing, toDisplayNames } from '../../features/lms/lms-task-missing'
import { PendingScreen } from '../-fallback-screens'
import { LmsResolving, LmsTaskFailure, preloadLmsFailure } from '../-lms-task-error'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'

/** A link from the LMS: looks up its task and redirects there. */
export const Route = createFileRoute('/_protected/moodle/$mnemonic/$gitlabId')({
  // What is shown while the page loads must not be loaded itself.
  codeSplitGroupings: [['component', 'loader']],
  staticData: {
    namespaces: ['lms'],
    // The target page.
    preload: async router =>
      router.loadRouteChunk(router.routesById['/_protected/group/$groupId/task/$taskId']),
  },
  loader: async ({ route, context: { queryClient }, params, abortController: { signal } }) => {
    // Invalid names: shows an error page and makes no request.
    if (!areLmsNames(params)) return loadRouteMessages(route)
    const found: Awaited<ReturnType<typeof findLmsTask>>[] = []
    try {
      await loadRouteData(loadRouteMessages(route), async () => {
        found.push(await findLmsTask(queryClient, params))
      })
    } catch (error) {
      await preloadLmsFailure(() => queryClient.query(groupListQuery()), error)
      throw error
    }
    const task = found.at(-1)
    // The user has navigated away meanwhile.
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
  return <LmsTaskMissing names={toDisplayNames(Route.useParams())} reason="malformed" />
}
