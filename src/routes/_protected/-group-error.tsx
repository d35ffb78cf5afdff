import { type ErrorComponentProps, useParams } from '@tanstack/react-router'
import { PendingPage } from '../../features/app-shell/pending-page'
import { RouteErrorPage } from '../../features/error-page/route-error-page'
import { refusalOf } from '../../features/group-refused/refusal'
import { parseId } from '../../lib/route-params'
import { SectionBoundary } from '../../ui/section-boundary'
import { RefusedPage } from '../-refused-part'

/** For the pages of a group: a closed group explains itself, every other failure is the ordinary error page. */
export const GroupErrorPage = (props: ErrorComponentProps) => {
  const params = useParams({ strict: false })
  const groupId = parseId(String(params.groupId ?? ''))
  const reason = refusalOf(props.error)
  const failure = <RouteErrorPage {...props} />
  if (!reason || groupId === null) return failure
  return (
    <SectionBoundary failed={() => failure}>
      <RefusedPage reason={reason} groupId={groupId} pending={<PendingPage />} />
    </SectionBoundary>
  )
}
