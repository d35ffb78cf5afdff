import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../../features/app-shell/breadcrumbs'
import { Page } from '../../features/app-shell/page'
import type { AccessDeniedReason } from '../../features/group-access/access-denied-reason'
import { GroupAccessDenied } from '../../features/group-access/group-access-denied'
import { VerifyEmailActions } from '../../features/verify-email/verify-email-actions'

export const GroupAccessDeniedPage = ({
  reason,
  groupId,
}: {
  reason: AccessDeniedReason
  groupId: number
}) => (
  <GroupAccessDenied
    reason={reason}
    groupId={groupId}
    verifyActions={<VerifyEmailActions isCentred />}
    frame={(heading, body) => <AccessDeniedFrame {...heading}>{body}</AccessDeniedFrame>}
  />
)

type AccessDeniedFrameProps = { title: string; isName: boolean; children: ReactNode }

const AccessDeniedFrame = ({ children, ...heading }: AccessDeniedFrameProps) => {
  const { t } = useTranslation('common')
  useBreadcrumbs([{ title: t('page.groups'), link: { to: '/groups' } }, { title: heading.title }])
  return <Page {...heading}>{children}</Page>
}
