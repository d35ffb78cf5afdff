import type { ErrorComponentProps } from '@tanstack/react-router'
import { PendingPage } from '../features/app-shell/pending-page'
import { RouteErrorPage } from '../features/error-page/route-error-page'
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

/** Fetches what explains a failure before its page is shown, so that its heading is there for the focus. Never rejects. */
export const prepareLmsFailure = (): Promise<unknown> => Failure.preload().catch(() => {})

export const LmsResolving = () => (
  <SectionBoundary failed={() => <PendingPage />}>
    <Resolving pending={<PendingPage />} />
  </SectionBoundary>
)

/** Why the bridge from the LMS does not lead on; the ordinary failure where its own words do not come. */
export const LmsTaskFailure = (props: ErrorComponentProps) => (
  <SectionBoundary failed={() => <RouteErrorPage {...props} />}>
    <Failure error={props.error} pending={<PendingPage />} />
  </SectionBoundary>
)
