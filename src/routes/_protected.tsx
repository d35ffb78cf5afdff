import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useSession } from '../api/use-session'
import { PendingPage } from '../features/app-shell/pending-page'
import { useIdleCode } from '../features/app-shell/use-idle-code'
import { RouteErrorPage } from '../features/error-page/route-error-page'
import { storage } from '../lib/storage'
import { preloadAccountMenu } from './-account-menu'
import { LateFrame } from './-late-frame'
import { Queries } from './-queries'
import { SiteFrame } from './-site-frame'

/** Sends an anonymous visitor to login and remembers where they were going (specification §2, guards). */
export const Route = createFileRoute('/_protected')({
  beforeLoad: async ({ context: { session }, location, preload }) => {
    await session.start()
    const { status, endedBecause } = session.getState()
    if (status === 'authenticated') {
      if (!preload) storage.remove('auth_redirect')
      return
    }
    // Who chose to log out is not to be led back to the page they left.
    if (!preload && endedBecause !== 'logout') storage.set('auth_redirect', location.href)
    throw redirect({ to: '/login', replace: true })
  },
  component: ProtectedLayout,
  // The guard itself can fail, while the first silent refresh gets no answer.
  errorComponent: failure => (
    <LateFrame>
      <RouteErrorPage {...failure} />
    </LateFrame>
  ),
})

function ProtectedLayout() {
  const { user } = useSession()
  useIdleCode(preloadAccountMenu)
  // At the end of a session the cache is emptied before the way to login is found: no page may ask again meanwhile.
  return (
    <Queries>
      <SiteFrame>{user ? <Outlet /> : <PendingPage />}</SiteFrame>
    </Queries>
  )
}
