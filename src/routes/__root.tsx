import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryReader } from '../api/lazy-query-client'
import type { Session } from '../api/session'
import { useSession } from '../api/use-session'
import type { Persona } from '../features/auth/login-form'
import { NotFoundPage } from '../features/shell/not-found-page'
import { useReconnect } from '../features/shell/offline-banner'
import { ShortcutsHost } from '../features/shell/shortcuts-host'
import { lazyComponent } from '../i18n/lazy-component'
import { announce } from '../lib/announce'
import { connection } from '../lib/online'
import type { UrlSecrets } from '../lib/url-secrets'
import { Announcer } from '../ui/announcer'
import { ErrorBoundary } from '../ui/error-boundary'
import { Toaster } from '../ui/toaster'
import { LazySiteFrame } from './-fallback-screens'

/** Context of every guard and loader. */
export interface RouterContext {
  queryClient: QueryReader
  session: Session
  /** Personas for the login page in mock mode; empty otherwise. */
  personas: readonly Persona[]
  /** Login URL of the simulated LMS, with a new code each time; absent in production. */
  lmsLoginUrl?: () => string
  /** The code or token of the initial URL, which was removed from it. */
  urlSecrets: UrlSecrets
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: UnknownPath,
})

function Root() {
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

const LazyGlobalOverlays = lazyComponent(() => import('./-site-frame').then(part => part.GlobalOverlays))

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
function UnknownPath() {
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

/** The page's two live regions: announcements and toasts. */
const LiveRegions = () => {
  const { t } = useTranslation('common')
  return (
    <>
      <Announcer />
      <Toaster label={t('toasts.label')} closeLabel={t('toast.close')} />
    </>
  )
}

/** Focuses the h1 unless the page has focused something, and announces the title like a full page load. */
const useRouteFocus = (): void => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        const hasOwnFocus = document.activeElement?.matches('[data-page-focus]') ?? false
        if (!hasOwnFocus)
          document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
        announce(document.title, 'polite')
      }),
    [router],
  )
}
