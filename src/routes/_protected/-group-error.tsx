import { type ErrorComponentProps, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../../features/app-shell/breadcrumbs'
import { Page } from '../../features/app-shell/page'
import { RouteErrorPage } from '../../features/error-page/route-error-page'
import { GroupRefused } from '../../features/group-refused/group-refused'
import { type Refusal, refusalOf } from '../../features/group-refused/refusal'
import { VerifyEmailActions } from '../../features/verify-email/verify-email-actions'
import { parseId } from '../../lib/route-params'

/** For the pages of a group: a closed group explains itself, every other failure is the ordinary error page. */
export const GroupErrorPage = (props: ErrorComponentProps) => {
  const params = useParams({ strict: false })
  const groupId = parseId(String(params.groupId ?? ''))
  const reason = refusalOf(props.error)
  return reason && groupId !== null ? (
    <RefusedPage reason={reason} groupId={groupId} />
  ) : (
    <RouteErrorPage {...props} />
  )
}

/** A closed group as a page. A group of which the number is not known is 0: then its name and dates are not shown. */
export const RefusedPage = ({ reason, groupId }: { reason: Refusal; groupId: number }) => (
  <GroupRefused
    reason={reason}
    groupId={groupId}
    verifyActions={<VerifyEmailActions isCentred />}
    frame={(title, body) => <RefusedFrame title={title}>{body}</RefusedFrame>}
  />
)

const RefusedFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  const { t } = useTranslation('common')
  useBreadcrumbs([{ title: t('page.groups'), link: { to: '/groups' } }, { title }])
  return <Page title={title}>{children}</Page>
}
