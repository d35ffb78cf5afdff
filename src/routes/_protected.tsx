import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageQueryProvider } from '../api/query-provider'
import { useSession } from '../api/use-session'
import { preloadProfileMenu } from '../features/profile/profile-menu'
import { PendingPage, RouteErrorPage } from '../features/shell/route-error-page'
import { runWhenIdle } from '../lib/run-when-idle'
import { storage } from '../lib/storage'
import { LazySiteFrame } from './-fallback-screens'
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
  usePreloadRoutes()
  // When a session ends, the cache is cleared before the redirect: no page may refetch meanwhile.
  return (
    <PageQueryProvider>
      <SiteFrame>{user ? <Outlet /> : <PendingPage />}</SiteFrame>
    </PageQueryProvider>
  )
}

/**
 * Fetches the code of the members' pages when idle, so a lost connection never costs a page its code. Runs no
 * loaders.
 */
const usePreloadRoutes = (): void => {
  const router = useRouter()
  useEffect(
    () =>
      runWhenIdle(() => {
        preloadProfileMenu()
        for (const route of Object.values(router.routesById)) {
          if (route.id.startsWith('/_protected/')) void router.loadRouteChunk(route)?.catch(() => {})
        }
      }),
    [router],
  )
}
