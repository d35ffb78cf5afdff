import type { QueryClient } from '@tanstack/react-query'
import { createBrowserHistory, createRouter, type RouterHistory } from '@tanstack/react-router'
import type { Session } from './api/session'
import type { Persona } from './features/login/persona'
import { takeArrival } from './lib/arrival'
import { clearCooldowns } from './lib/cooldowns'
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
export const makeRouter = (queryClient: QueryClient, options: RouterOptions) => {
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

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
