import { lazyPart } from '../i18n/lazy-part'
import { SectionBoundary } from '../ui/section-boundary'

const Notice = lazyPart(() => import('./-invite-notice').then(part => part.InviteNoticeWithQueries), 'invite')

/** Which group an invitation leads to, above the login; few come with one, and without the notice they can sign in too. */
export const InvitePart = ({ code }: { code: string | null }) => (
  <SectionBoundary failed={() => null}>
    <Notice code={code} />
  </SectionBoundary>
)
