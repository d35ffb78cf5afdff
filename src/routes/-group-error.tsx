import { type ErrorComponentProps, useParams } from '@tanstack/react-router'
import { getAccessDeniedReason } from '../api/access-denied-reason'
import { LazyAccessDeniedPage } from '../features/groups/lazy-access-denied'
import { PendingPage, RouteErrorPage } from '../features/shell/route-error-page'
import { parseId } from '../lib/route-params'
import { ErrorBoundary } from '../ui/error-boundary'

/** Error page of group pages: access denied has a page of its own. */
export const GroupErrorPage = (props: ErrorComponentProps) => {
  const params = useParams({ strict: false })
  const groupId = parseId(String(params.groupId ?? ''))
  const reason = getAccessDeniedReason(props.error)
  const failure = <RouteErrorPage {...props} />
  if (!reason || groupId === null) return failure
  return (
    <ErrorBoundary fallback={() => failure}>
      <LazyAccessDeniedPage reason={reason} groupId={groupId} pending={<PendingPage />} />
    </ErrorBoundary>
  )
}
