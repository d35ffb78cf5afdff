import { createFileRoute, redirect } from '@tanstack/react-router'
import { feedbackDialog } from '../../features/feedback/feedback-store'
import { LmsTaskMissing } from '../../features/lms-task/lms-task-missing'
import { loadTexts } from '../../i18n/init'
import { areLmsNames, findLmsTask } from '../../queries/lms'
import { shownNames } from '../-lms-names'
import { LmsResolving, LmsTaskFailure, prepareLmsFailure } from '../-lms-task-parts'
import { loadScreen } from '../-load-screen'
import { PendingScreen } from '../-pending-screen'

/** The bridge from the LMS (specification §2): looks where the task is and gives its place in the history to it. */
export const Route = createFileRoute('/_protected/moodle/$mnemonic/$gitlabId')({
  loader: async ({ context: { queryClient }, params, abortController: { signal } }) => {
    // Only the page that says so is left; no call is made.
    if (!areLmsNames(params)) return loadTexts('lms')
    const found: Awaited<ReturnType<typeof findLmsTask>>[] = []
    try {
      await loadScreen(loadTexts('lms'), async () => {
        found.push(await findLmsTask(queryClient, params))
      })
    } catch (error) {
      await prepareLmsFailure(queryClient, error)
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
