import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../api/use-session'
import { LiveRegions } from '../features/app-shell/live-regions'
import { useReconnect } from '../features/app-shell/use-reconnect'
import { useRouteFocus } from '../features/app-shell/use-route-focus'
import { NotFoundPage } from '../features/error-page/not-found-page'
import { ShortcutsHost } from '../features/shortcuts/shortcuts-host'
import { lazyComponent } from '../i18n/lazy-component'
import { connection } from '../lib/online'
import { ErrorBoundary } from '../ui/error-boundary'
import { LazySiteFrame } from './-lazy-site-frame'
import type { RouterContext } from './-router-context'

const Root = () => {
  useRouteFocus()
  useReconnect()
  return (
    <>
      <Outlet />
      <MemberOverlays />
      <ShortcutsHost />
      <LiveRegions />
    </>
  )
}

const LazyGlobalOverlays = lazyComponent(() => import('./-global-overlays').then(part => part.GlobalOverlays))

const MemberOverlays = () => {
  const { user } = useSession()
  return (
    user && (
      <ErrorBoundary fallback={retry => <RetryOnNavigation retry={retry} />}>
        <LazyGlobalOverlays />
      </ErrorBoundary>
    )
  )
}

/** Retries after the next navigation or once the connection is back: there is no layout for a button here. */
const RetryOnNavigation = ({ retry }: { retry: () => void }) => {
  const router = useRouter()
  useEffect(() => {
    const stops = [router.subscribe('onResolved', retry), connection.onReturn(retry)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router, retry])
  return null
}

/** Unknown paths are public; the session only decides what the header shows. */
const UnknownPath = () => {
  const { session } = useSession()
  useEffect(() => {
    void session.start()
  }, [session])
  return (
    <LazySiteFrame>
      <NotFoundPage />
    </LazySiteFrame>
  )
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: UnknownPath,
})
