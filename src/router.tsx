import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRouter,
  createBrowserHistory,
  createRouter,
  type RouterHistory,
} from '@tanstack/react-router'
import type { Session } from './api/session'
import type { Persona } from './features/auth/login-form'
import type { Namespace } from './i18n/init'
import { getRouteIds, preloadPage } from './i18n/preload-page'
import { clearCooldowns } from './lib/cooldowns'
import type { Language } from './lib/languages'
import { safeRedirectTarget } from './lib/redirect'
import { prefetchWhenIdle } from './lib/run-when-idle'
import { parseSearch, stringifySearch } from './lib/search-params'
import { storage } from './lib/storage'
import { consumeUrlSecrets } from './lib/url-secrets'
import { routeTree } from './route-tree.gen'
import type { RouterContext } from './routes/__root'
import { ErrorScreen, PendingScreen } from './routes/-fallback-screens'

interface RouterOptions {
  session: Session
  history?: RouterHistory
  /** Personas of the simulated platform for the login page; absent in production. */
  personas?: readonly Persona[]
  /** Login URL of the simulated LMS; absent in production. */
  lmsLoginUrl?: () => string
  /** Off in prerendering: it would add an inline script. */
  scrollRestoration?: boolean
}

/** Creates the router; tests and prerendering use a memory history. */
export const makeRouter = (queryClient: QueryClient, options: RouterOptions) => {
  const history = options.history ?? createBrowserHistory()
  const context: RouterContext = {
    queryClient,
    session: options.session,
    personas: options.personas ?? [],
    ...(options.lmsLoginUrl && { lmsLoginUrl: options.lmsLoginUrl }),
    // Before any request: a secret must not stay in the URL.
    urlSecrets: consumeUrlSecrets(history),
  }
  return createRouter({
    routeTree,
    context,
    history,
    // Search parameters unknown to `validateSearch` are removed from the URL.
    search: { strict: true },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Freshness is decided by the query cache alone.
    defaultPreloadStaleTime: 0,
    scrollRestoration: options.scrollRestoration ?? true,
    defaultErrorComponent: ErrorScreen,
    // The router's boundary has no translated message; the one around the application has.
    disableGlobalCatchBoundary: true,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
  })
}

export type AppRouter = ReturnType<typeof makeRouter>

/**
 * Reruns the guards when a user signs in or out. The end of the first silent refresh needs no rerun, because
 * the guards await it, unless it had failed before. Also clears the cooldowns of the user.
 */
export const invalidateOnSessionChange = (router: AppRouter, session: Session): (() => void) => {
  let { status } = session.getState()
  const unsubscribeForget = session.onClearUserData(clearCooldowns)
  const unsubscribe = session.subscribe(() => {
    const before = status
    status = session.getState().status
    if (before === status) return
    const hasFailed = router.state.matches.some(match => match.status === 'error')
    if (before !== 'starting' || hasFailed) void router.invalidate()
  })
  return () => {
    unsubscribe()
    unsubscribeForget()
  }
}

/** Pages inside the frame of a bank need no session. */
const sessionlessPaths: ReadonlySet<string> = new Set(['/order/ok', '/order/fail'])

/**
 * Starts the session, the code and the messages of the first page in parallel. If a guard will redirect, also
 * preloads the target; for guests, the page after login is preloaded when idle on a fast connection, else when a form
 * is submitted. Errors are handled by later
 * requests.
 */
export const preloadRoute = (router: AppRouter, session: Session, language: Language): void => {
  const first = router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId)
  if (!first.some(id => sessionlessPaths.has(id))) void session.start()
  const isGuest = session.getState().status === 'anonymous'
  const isForMembers = first.includes('/_protected')
  const isForGuests = first.includes('/_guest')
  if (!isForMembers || !isGuest) preloadPage(router, first, language)
  if (isForMembers && isGuest) preloadPage(router, getRouteIds(router, '/login'), language)
  const preloadNext = () =>
    preloadPage(
      router,
      getRouteIds(router, safeRedirectTarget(storage.get('auth_redirect')) ?? '/'),
      language,
    )
  if (isForGuests && !isGuest) preloadPage(router, getRouteIds(router, '/'), language)
  if (isGuest && (isForGuests || isForMembers)) {
    prefetchWhenIdle(preloadNext)
    addEventListener('submit', preloadNext, { once: true })
  }
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Message namespaces of the page, so they load in parallel with its code. */
    namespaces?: readonly Namespace[]
    /** Preloads code that the page would request only once rendered. */
    preload?: (router: AnyRouter) => Promise<unknown>
  }
  interface HistoryState {
    /** Just registered: the login form starts with it. */
    username?: string
  }
  interface Register {
    router: AppRouter
  }
}
