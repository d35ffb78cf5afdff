import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../../features/app-shell/breadcrumbs'
import { Page } from '../../features/app-shell/page'
import { GroupRefused } from '../../features/group-refused/group-refused'
import type { Refusal } from '../../features/group-refused/refusal'
import { VerifyEmailActions } from '../../features/verify-email/verify-email-actions'

/** A group that is closed to the reader, as a page that explains itself. */
export const GroupRefusedPage = ({ reason, groupId }: { reason: Refusal; groupId: number }) => (
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
