import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../api/errors'
import { PendingPage } from '../features/app-shell/pending-page'
import { RouteErrorPage } from '../features/error-page/route-error-page'
import { refusalOf } from '../features/group-refused/refusal'
import { lazyPart } from '../i18n/lazy-part'
import { SectionBoundary } from '../ui/section-boundary'

const Failure = lazyPart(
  () => import('./-lms-task-failure').then(part => part.LmsTaskFailure),
  'lms',
  'groups',
)

const Resolving = lazyPart(
  () => import('../features/lms-task/lms-resolving').then(part => part.LmsResolving),
  'lms',
)

const Names = lazyPart(() => import('./-lms-task-failure').then(part => part.FailedNames), 'lms', 'groups')

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.kind === 'http'

/**
 * Fetches what explains a refusal before its page is shown, so that its heading is there for the focus. Where no answer
 * came the code may not come either, and what is shown then needs none. Never rejects.
 */
export const prepareLmsFailure = async (
  readGroups: () => Promise<unknown>,
  error: unknown,
): Promise<void> => {
  if (!isRefusal(error)) return
  // Which group is closed stands in the reader's own list.
  const list = refusalOf(error) && readGroups()
  await Promise.allSettled([Failure.preload(), list])
}

export const LmsResolving = () => (
  <SectionBoundary failed={() => <PendingPage />}>
    <Resolving pending={<PendingPage />} />
  </SectionBoundary>
)

/** Why the bridge from the LMS does not lead on; the ordinary failure where no answer came, or where its own words do not. */
export const LmsTaskFailure = (props: ErrorComponentProps) =>
  isRefusal(props.error) ? (
    <SectionBoundary failed={() => <RouteErrorPage {...props} />}>
      <Failure error={props.error} pending={<PendingPage />} />
    </SectionBoundary>
  ) : (
    <>
      <RouteErrorPage {...props} />
      <SectionBoundary failed={() => null}>
        <Names status={500} />
      </SectionBoundary>
    </>
  )
