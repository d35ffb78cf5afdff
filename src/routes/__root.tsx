import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, type RouterEvents, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../api/session'
import { useSession } from '../api/use-session'
import type { Persona } from '../features/auth/login-form'
import { NotFoundPage } from '../features/shell/not-found-page'
import { useReconnect } from '../features/shell/offline-banner'
import { ShortcutsHost } from '../features/shell/shortcuts-host'
import { lazyComponent } from '../i18n/lazy-component'
import { announce } from '../lib/announce'
import { useSubscription } from '../lib/hooks'
import { connection } from '../lib/online'
import type { UrlSecrets } from '../lib/url-secrets'
import { Announcer } from '../ui/announcer'
import { ErrorBoundary } from '../ui/error-boundary'
import { Toaster } from '../ui/toaster'
import { LazySiteFrame } from './-fallback-screens'

/** Context of every guard and loader. */
export interface RouterContext {
  queryClient: QueryClient
  session: Session
  /** Personas that the login page offers on the simulated platform; empty with a real backend. */
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
      <PollingAndDialogs />
      <ShortcutsHost />
      <LiveRegions />
    </>
  )
}

const LazyPollingAndDialogs = lazyComponent(() =>
  import('./-site-frame').then(module => module.PollingAndDialogs),
)

/** What a signed-in user has on every page. */
const PollingAndDialogs = () => {
  const { user } = useSession()
  return (
    user && (
      <ErrorBoundary fallback={retry => <RetryOnNavigation retry={retry} />}>
        <LazyPollingAndDialogs />
      </ErrorBoundary>
    )
  )
}

/** Retries after the next navigation or once the connection is back: a retry button would have no place here. */
const RetryOnNavigation = ({ retry }: { retry: () => void }) => {
  const router = useRouter()
  useSubscription(run => router.subscribe('onResolved', run), retry)
  useSubscription(connection.onReturn, retry)
  return null
}

function UnknownPath() {
  const { session } = useSession()
  // This page has no guard that starts the session, but its header shows who is signed in.
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

/** Focuses the page's heading unless the page has set focus itself, and announces the title as a page load does. */
const useRouteFocus = (): void => {
  const router = useRouter()
  const subscribe = (listener: (event: RouterEvents['onRendered']) => void) =>
    router.subscribe('onRendered', listener)
  useSubscription(subscribe, ({ fromLocation, toLocation }) => {
    if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
    const hasOwnFocus = document.activeElement?.matches('[data-page-focus]') ?? false
    if (!hasOwnFocus) document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
    announce(document.title, 'polite')
  })
}
