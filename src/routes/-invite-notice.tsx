import { InviteNotice } from '../features/invite/invite-notice'
import { Queries } from './-queries'

export const InviteNoticeWithQueries = ({ code }: { code: string | null }) => (
  <Queries>
    <InviteNotice code={code} />
  </Queries>
)
