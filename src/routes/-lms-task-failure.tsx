import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isAnswer } from '../api/contact'
import { ApiError } from '../api/errors'
import { PendingPage } from '../features/app-shell/pending-page'
import { RouteErrorPage } from '../features/error-page/route-error-page'
import { feedbackDialog } from '../features/feedback/feedback-store'
import { type Refusal, refusalOf } from '../features/group-refused/refusal'
import { LmsNamesList } from '../features/lms-task/lms-names'
import { LmsTaskMissing } from '../features/lms-task/lms-task-missing'
import { groupListQuery } from '../queries/groups'
import type { LmsNames } from '../queries/lms'
import { GroupRefusedPage } from './_protected/-group-refused-page'
import { shownNames } from './-lms-names'

/** By which names the LMS asked, below a failure. */
export const FailedNames = ({ status }: { status?: number }) => {
  const params: Partial<LmsNames> = useParams({ strict: false })
  return (
    <div className="mx-auto w-full max-w-xl">
      <LmsNamesList names={shownNames(params)} status={status} />
    </div>
  )
}

/** Why the bridge from the LMS is refused: the group's own states, a task nobody knows, or an ordinary failure. */
export const LmsTaskFailure = ({ error }: { error: unknown }) => {
  const params: Partial<LmsNames> = useParams({ strict: false })
  const reason = refusalOf(error)
  const failure = (
    <>
      <RouteErrorPage error={error} />
      <FailedNames />
    </>
  )
  if (reason) return <Refused reason={reason} mnemonic={params.mnemonic} otherwise={failure} />
  // A page of a proxy knows no tasks.
  const isUnknown = error instanceof ApiError && error.status === 404 && isAnswer(error)
  if (!isUnknown) return failure
  return <LmsTaskMissing names={shownNames(params)} reason="unknown" onFeedback={feedbackDialog.open} />
}

/** Of the group, only its name in the LMS is known; the reader's own list says which one that is. */
const Refused = ({
  reason,
  mnemonic,
  otherwise,
}: {
  reason: Refusal
  mnemonic: string | undefined
  otherwise: ReactNode
}) => {
  const { data: groups, isPending } = useQuery(groupListQuery())
  const known = groups?.find(({ mnemonic_code }) => mnemonic_code === mnemonic)
  if (known) return <GroupRefusedPage reason={reason} groupId={known.id} />
  if (isPending) return <PendingPage />
  // Without the group there is no way to it; what concerns the whole group, or the person, needs none.
  return needsGroup.has(reason) ? otherwise : <GroupRefusedPage reason={reason} groupId={0} />
}

const needsGroup: ReadonlySet<Refusal> = new Set<Refusal>(['task', 'leaderboard', 'attempt'])
