import { type ErrorComponentProps, useParams } from '@tanstack/react-router'
import { PendingPage } from '../../features/app-shell/pending-page'
import { RouteErrorPage } from '../../features/error-page/route-error-page'
import { getAccessDeniedReason } from '../../features/group-access/access-denied-reason'
import { parseId } from '../../lib/route-params'
import { ErrorBoundary } from '../../ui/error-boundary'
import { LazyAccessDeniedPage } from '../-lazy-access-denied'

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
