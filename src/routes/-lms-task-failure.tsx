import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isApplicationResponse } from '../api/api-health'
import { ApiError } from '../api/errors'
import { PendingPage } from '../features/app-shell/pending-page'
import { RouteErrorPage } from '../features/error-page/route-error-page'
import { feedbackDialog } from '../features/feedback/feedback-store'
import { type AccessDeniedReason, getAccessDeniedReason } from '../features/group-access/access-denied-reason'
import { LmsNamesList } from '../features/lms-task/lms-names'
import { LmsTaskMissing } from '../features/lms-task/lms-task-missing'
import { groupListQuery } from '../queries/groups'
import type { LmsNames } from '../queries/lms'
import { GroupAccessDeniedPage } from './_protected/-group-access-denied-page'
import { toDisplayNames } from './-lms-display-names'

/** The names of the LMS link, below an error. */
export const FailedLmsNames = ({ status }: { status?: number }) => {
  const params: Partial<LmsNames> = useParams({ strict: false })
  return (
    <div className="mx-auto w-full max-w-xl">
      <LmsNamesList names={toDisplayNames(params)} status={status} />
    </div>
  )
}

/** Why an LMS link failed: access denied, an unknown task, or another error. */
export const LmsTaskFailure = ({ error }: { error: unknown }) => {
  const params: Partial<LmsNames> = useParams({ strict: false })
  const reason = getAccessDeniedReason(error)
  const failure = (
    <>
      <RouteErrorPage error={error} />
      <FailedLmsNames />
    </>
  )
  if (reason) return <AccessDenied reason={reason} mnemonic={params.mnemonic} fallback={failure} />
  // A 404 page of a proxy does not count.
  const isUnknown = error instanceof ApiError && error.status === 404 && isApplicationResponse(error)
  if (!isUnknown) return failure
  return <LmsTaskMissing names={toDisplayNames(params)} reason="unknown" onFeedback={feedbackDialog.open} />
}

/** Only the LMS name of the group is group; the list of groups has its id. */
const AccessDenied = ({
  reason,
  mnemonic,
  fallback,
}: {
  reason: AccessDeniedReason
  mnemonic: string | undefined
  fallback: ReactNode
}) => {
  const { data: groups, isPending } = useQuery(groupListQuery())
  const group = groups?.find(({ mnemonic_code }) => mnemonic_code === mnemonic)
  if (group) return <GroupAccessDeniedPage reason={reason} groupId={group.id} />
  if (isPending) return <PendingPage />
  // These reasons link to the group, so they need its id.
  return needsGroup.has(reason) ? fallback : <GroupAccessDeniedPage reason={reason} groupId={0} />
}

const needsGroup: ReadonlySet<AccessDeniedReason> = new Set<AccessDeniedReason>([
  'task',
  'leaderboard',
  'attempt',
])
