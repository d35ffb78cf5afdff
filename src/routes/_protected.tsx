import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { useSession } from '../api/use-session'
import { PendingPage } from '../features/app-shell/pending-page'
import { usePreloadRoutes } from '../features/app-shell/use-preload-routes'
import { RouteErrorPage } from '../features/error-page/route-error-page'
import { storage } from '../lib/storage'
import { preloadAccountMenu } from './-account-menu'
import { LazySiteFrame } from './-lazy-site-frame'
import { PageQueryProvider } from './-query-provider'
import { SiteFrame } from './-site-frame'

/** Redirects anonymous visitors to login and stores the requested URL. */
export const Route = createFileRoute('/_protected')({
  beforeLoad: async ({ context: { session }, location, preload }) => {
    await session.start()
    const { status, endedBecause } = session.getState()
    if (status === 'authenticated') {
      if (!preload) storage.remove('auth_redirect')
      return
    }
    // After a logout there is nothing to return to.
    if (!preload && endedBecause !== 'logout') storage.set('auth_redirect', location.href)
    throw redirect({ to: '/login', replace: true })
  },
  component: ProtectedLayout,
  // The guard fails when the first silent refresh gets no response.
  errorComponent: failure => (
    <LazySiteFrame>
      <RouteErrorPage {...failure} />
    </LazySiteFrame>
  ),
})

function ProtectedLayout() {
  const { user } = useSession()
  usePreloadRoutes(preloadAccountMenu)
  // When a session ends, the cache is cleared before the redirect: no page may refetch meanwhile.
  return (
    <PageQueryProvider>
      <SiteFrame>{user ? <Outlet /> : <PendingPage />}</SiteFrame>
    </PageQueryProvider>
  )
}
