import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../api/use-session'
import { PendingPage, RouteErrorPage } from '../features/shell/route-error-page'
import { prefetchWhenIdle } from '../lib/run-when-idle'
import { storage } from '../lib/storage'
import { popupLoader } from '../ui/popup-loader'
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
  return <SiteFrame>{user ? <Outlet /> : <PendingPage />}</SiteFrame>
}

/** The way from the groups to a task, which nearly every visit takes. */
const nextRoutes = ['/_protected/group/$groupId/', '/_protected/group/$groupId/task/$taskId'] as const

/** When idle, so a lost connection doesn't cost a page its code. Runs no loaders. */
const usePreloadRoutes = (): void => {
  const router = useRouter()
  useEffect(
    () =>
      prefetchWhenIdle(() => {
        void popupLoader.load().catch(() => {})
        for (const id of nextRoutes) void router.loadRouteChunk(router.routesById[id])?.catch(() => {})
      }),
    [router],
  )
}
