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
    frame={(heading, body) => <RefusedFrame {...heading}>{body}</RefusedFrame>}
  />
)

type RefusedFrameProps = { title: string; isName: boolean; children: ReactNode }

const RefusedFrame = ({ children, ...heading }: RefusedFrameProps) => {
  const { t } = useTranslation('common')
  useBreadcrumbs([{ title: t('page.groups'), link: { to: '/groups' } }, { title: heading.title }])
  return <Page {...heading}>{children}</Page>
}
