import { InviteNotice } from '../features/invite/invite-notice'
import { Queries } from './-queries'

export const InviteNoticeWithQueries = ({ code }: { code: string }) => (
  <Queries>
    <InviteNotice code={code} />
  </Queries>
)
