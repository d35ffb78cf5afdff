import { lazyComponent } from '../i18n/lazy-component'
import { ErrorBoundary } from '../ui/error-boundary'

const Notice = lazyComponent(
  () => import('./-invite-notice').then(part => part.InviteNoticeWithQueries),
  'invite',
)

/** Names the group of an invite on the login page. Lazy, because few logins have one. */
export const LazyInviteNotice = ({ code }: { code: string | null }) => (
  <ErrorBoundary fallback={() => null}>
    <Notice code={code} />
  </ErrorBoundary>
)
