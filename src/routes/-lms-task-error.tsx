import type { ErrorComponentProps } from '@tanstack/react-router'
import { getAccessDeniedReason } from '../api/access-denied-reason'
import { ApiError } from '../api/errors'
import { PendingPage, RouteErrorPage } from '../features/shell/route-error-page'
import { lazyComponent } from '../i18n/lazy-component'
import { ErrorBoundary } from '../ui/error-boundary'

const Failure = lazyComponent(
  () => import('../features/lms/lms-task-page').then(part => part.LmsTaskFailure),
  'lms',
  'groups',
)

const Resolving = lazyComponent(
  () => import('../features/lms/lms-task-page').then(part => part.LmsResolving),
  'lms',
)

const Names = lazyComponent(
  () => import('../features/lms/lms-task-page').then(part => part.FailedLmsNames),
  'lms',
  'groups',
)

const isHttpError = (error: unknown): boolean => error instanceof ApiError && error.kind === 'http'

/** So its heading can take focus. Only for HTTP errors: offline the code would not load. Never rejects. */
export const preloadLmsFailure = async (
  loadGroups: () => Promise<unknown>,
  error: unknown,
): Promise<void> => {
  if (!isHttpError(error)) return
  // The list of groups names the group.
  const list = getAccessDeniedReason(error) && loadGroups()
  await Promise.allSettled([Failure.preload(), list])
}

export const LmsResolving = () => (
  <ErrorBoundary fallback={() => <PendingPage />}>
    <Resolving pending={<PendingPage />} />
  </ErrorBoundary>
)

/** Error page of an LMS link; without a response, or if its code fails to load, the ordinary error page. */
export const LmsTaskFailure = (props: ErrorComponentProps) =>
  isHttpError(props.error) ? (
    <ErrorBoundary fallback={() => <RouteErrorPage {...props} />}>
      <Failure error={props.error} pending={<PendingPage />} />
    </ErrorBoundary>
  ) : (
    <>
      <RouteErrorPage {...props} />
      <ErrorBoundary fallback={() => null}>
        <Names status={500} />
      </ErrorBoundary>
    </>
  )
