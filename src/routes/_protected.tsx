import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type FirstRead, sendFirstReads } from '../api/first-reads'
import { getQueryKey } from '../api/query'
import type { Group } from '../api/responses'
import { useSession } from '../api/use-session'
import { PendingPage, RouteErrorPage } from '../features/shell/route-error-page'
import { getStoredLanguage } from '../i18n/language'
import { getRouteIds, preloadPage } from '../i18n/preload-page'
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
  useStartPages()
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

/** Not known and not on its way. A group that hides its leaderboard has none. */
const isMissing = (queryClient: QueryClient, [id, init]: FirstRead): boolean => {
  const { data, fetchStatus } = queryClient.getQueryState(getQueryKey(id, init)) ?? {}
  if (data !== undefined || fetchStatus === 'fetching') return false
  const group = queryClient.getQueryData<Group>(getQueryKey('getGroup', init))
  return id !== 'getLeaderboard' || group?.hide_leaderboard !== true
}

/** Asks for the data, code and messages of the next page at once: its loader comes with its code. */
const useStartPages = (): void => {
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation: { pathname }, pathChanged }) => {
        if (!pathChanged) return
        sendFirstReads(pathname, read => isMissing(queryClient, read))
        // The new page reports missing code itself; a reload at this moment would load the old page.
        preloadPage(router, getRouteIds(router, pathname), getStoredLanguage(), () => {})
      }),
    [router, queryClient],
  )
}
