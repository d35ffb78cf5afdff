import { useQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, useParams } from '@tanstack/react-router'
import { ApiError } from '../api/errors'
import { PendingPage } from '../features/app-shell/pending-page'
import { RouteErrorPage } from '../features/error-page/route-error-page'
import { shownPath } from '../features/error-page/shown-path'
import { feedbackDialog } from '../features/feedback/feedback-store'
import { type Refusal, refusalOf } from '../features/group-refused/refusal'
import { lazyPart } from '../i18n/lazy-part'
import { groupListQuery } from '../queries/groups'
import type { LmsNames } from '../queries/lms'
import { SectionBoundary } from '../ui/section-boundary'
import { RefusedPage } from './_protected/-group-error'

export const LmsTaskMissing = lazyPart(
  () => import('../features/lms-task/lms-task-missing').then(part => part.LmsTaskMissing),
  'lms',
)

const NamesList = lazyPart(
  () => import('../features/lms-task/lms-names').then(part => part.LmsNamesList),
  'lms',
)

const Resolving = lazyPart(
  () => import('../features/lms-task/lms-resolving').then(part => part.LmsResolving),
  'lms',
)

export const LmsResolving = () => (
  <SectionBoundary failed={() => <PendingPage />}>
    <Resolving pending={<PendingPage />} />
  </SectionBoundary>
)

export const shownNames = ({ mnemonic, gitlabId }: Partial<LmsNames>): LmsNames => ({
  mnemonic: shownPath(mnemonic ?? ''),
  gitlabId: shownPath(gitlabId ?? ''),
})

/** Why the bridge from the LMS does not lead on: the group's own states, a task nobody knows, or an ordinary failure. */
export const LmsTaskFailure = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  const params: Partial<LmsNames> = useParams({ strict: false })
  const names = shownNames(params)
  const reason = refusalOf(error)
  const failure = (
    <>
      <RouteErrorPage error={error} />
      <SectionBoundary failed={() => null}>
        <div className="mx-auto w-full max-w-xl">
          {/* A refusal shows its status itself. */}
          <NamesList names={names} {...(isRefused(error) ? {} : { status: 500 })} />
        </div>
      </SectionBoundary>
    </>
  )
  if (reason) return <Refused reason={reason} mnemonic={params.mnemonic} otherwise={failure} />
  if (!(error instanceof ApiError) || error.status !== 404) return failure
  return (
    <SectionBoundary failed={() => failure}>
      <LmsTaskMissing
        names={names}
        reason="unknown"
        onFeedback={feedbackDialog.open}
        pending={<PendingPage />}
      />
    </SectionBoundary>
  )
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.kind === 'http'

/** Of the group, only its name in the LMS is known; the reader's own list says which one that is. */
const Refused = ({
  reason,
  mnemonic,
  otherwise,
}: {
  reason: Refusal
  mnemonic: string | undefined
  otherwise: React.ReactNode
}) => {
  const { data: groups, isPending } = useQuery(groupListQuery())
  const known = groups?.find(({ mnemonic_code }) => mnemonic_code === mnemonic)
  if (known) return <RefusedPage reason={reason} groupId={known.id} />
  if (isPending) return <PendingPage />
  // Without the group there is no way to it; what concerns the whole group, or the person, needs none.
  return needsGroup.has(reason) ? otherwise : <RefusedPage reason={reason} groupId={0} />
}

const needsGroup: ReadonlySet<Refusal> = new Set<Refusal>(['task', 'leaderboard', 'attempt'])
