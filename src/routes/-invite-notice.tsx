import { InviteNotice } from '../features/invite/invite-notice'
import { PageQueryProvider } from './-query-provider'

export const InviteNoticeWithQueries = ({ code }: { code: string | null }) => (
  <PageQueryProvider>
    <InviteNotice code={code} />
  </PageQueryProvider>
)
