import {
  type AnyRouter,
  createBrowserHistory,
  createRouter,
  type RouterHistory,
} from '@tanstack/react-router'
import type { QueryReader } from './api/late-query-client'
import type { Session } from './api/session'
import type { Persona } from './features/login/persona'
import { type Namespace, warmTexts } from './i18n/init'
import { takeArrival } from './lib/arrival'
import { clearCooldowns } from './lib/cooldowns'
import type { Language } from './lib/languages'
import { safeRedirectTarget } from './lib/redirect'
import { runWhenIdle } from './lib/run-when-idle'
import { staleChunks } from './lib/stale-chunks'
import { storage } from './lib/storage'
import { routeTree } from './route-tree.gen'
import { ErrorScreen } from './routes/-error-screen'
import { PendingScreen } from './routes/-pending-screen'
import type { RouterContext } from './routes/-router-context'

interface RouterOptions {
  session: Session
  /** Default the browser's. */
  history?: RouterHistory
  /** People of the simulated platform, offered on the login page; absent in production. */
  personas?: readonly Persona[]
  /** The address of the simulated learning system, in place of the configured one; absent in production. */
  lmsLoginUrl?: () => string
  /** Off where there is no window, because the router then writes an inline script (design §9). */
  scrollRestoration?: boolean
}

/** The one router of the application; tests and the pre-render make their own with a memory history. */
export const makeRouter = (queryClient: QueryReader, options: RouterOptions) => {
  const history = options.history ?? createBrowserHistory()
  const context: RouterContext = {
    queryClient,
    session: options.session,
    personas: options.personas ?? [],
    ...(options.lmsLoginUrl && { lmsLoginUrl: options.lmsLoginUrl }),
    // Before the first guard asks anything: a secret must not stand in the address by then.
    arrival: takeArrival(history),
  }
  return createRouter({
    routeTree,
    context,
    history,
    // What a route's own validateSearch does not know vanishes from the address.
    search: { strict: true },
    defaultPreload: 'intent',
    // The query cache decides what is fresh; the router's own copy would only add a second answer.
    defaultPreloadStaleTime: 0,
    scrollRestoration: options.scrollRestoration ?? true,
    defaultErrorComponent: ErrorScreen,
    // The router's own last boundary has no words of ours; the one around the application has.
    disableGlobalCatchBoundary: true,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
  })
}

export type AppRouter = ReturnType<typeof makeRouter>

/**
 * Lets the guards look again whenever somebody comes or goes. The first silent refresh needs no second look, because
 * the guards themselves await it, unless it had failed and has now come through by itself. The pauses between letters
 * were that person's own.
 */
export const followSession = (router: AppRouter, session: Session): (() => void) => {
  let { status } = session.getState()
  const stopForgetting = session.onForget(clearCooldowns)
  const stopFollowing = session.subscribe(() => {
    const before = status
    status = session.getState().status
    if (before === status) return
    const hasFailed = router.state.matches.some(match => match.status === 'error')
    if (before !== 'starting' || hasFailed) void router.invalidate()
  })
  return () => {
    stopFollowing()
    stopForgetting()
  }
}

/** Pages inside a bank's frame, which ask nobody who they are. */
const silent: ReadonlySet<string> = new Set(['/order/ok', '/order/fail'])

const routeIdsOf = (router: AppRouter, href: string): string[] =>
  router.matchRoutes(href.replace(/[?#].*/, ''), {}).map(({ routeId }) => routeId)

/** Fetches code and words alone: no loader runs. */
const warmPage = (router: AppRouter, routeIds: readonly string[], language: Language): void => {
  const routes = Object.values(router.routesById).filter(({ id }) => routeIds.includes(id))
  for (const route of routes) void router.loadRouteChunk(route)?.catch(() => {})
  // Of a style that did not come the bundler asks once a page, so nobody would be told of it later.
  for (const route of routes)
    void route.options.staticData?.parts?.(router).catch((error: unknown) => staleChunks.settle(error))
  warmTexts(
    language,
    routes.flatMap(route => route.options.staticData?.texts ?? []),
  )
}

/**
 * Begins at once, and side by side, what the first page waits for one after the other: who is here, its code, and its
 * words. Where the guards will lead somewhere else, the code of that page too; what is behind the login comes when the page
 * of a guest rests. Call it as soon as the router is made; what fails is told by whoever asks again.
 */
export const warmRoute = (router: AppRouter, session: Session, language: Language): void => {
  const first = router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId)
  if (!first.some(id => silent.has(id))) void session.start()
  const isGuest = session.getState().status === 'anonymous'
  const isForMembers = first.includes('/_protected')
  const isForGuests = first.includes('/_guest')
  if (!isForMembers || !isGuest) warmPage(router, first, language)
  if (isForMembers && isGuest) warmPage(router, routeIdsOf(router, '/login'), language)
  const warmNext = () =>
    warmPage(router, routeIdsOf(router, safeRedirectTarget(storage.get('auth_redirect')) ?? '/'), language)
  if (isForGuests && !isGuest) warmPage(router, routeIdsOf(router, '/'), language)
  if (isGuest && (isForGuests || isForMembers)) runWhenIdle(warmNext)
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The words of the page beside those that every page has: known before it is, so that they come with its code. */
    texts?: readonly Namespace[]
    /** Fetches code that the page would ask for only when it stands. */
    parts?: (router: AnyRouter) => Promise<unknown>
  }
  interface Register {
    router: AppRouter
  }
}
