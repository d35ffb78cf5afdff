import './ui/styles.css'
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { api } from './api/api'
import { isSiteReachable } from './api/api-health'
import { ConfigError } from './api/config-error'
import { ApiError } from './api/errors'
import { forgetFailedPreloads } from './api/failed-preloads'
import type { QueryReader } from './api/lazy-query-client'
import { lazyQueryClient } from './api/lazy-query-client'
import { configQuery } from './api/queries/config'
import { App } from './app'
import { getCrashMessages } from './i18n/crash-messages'
import { startI18n } from './i18n/init'
import { getStoredLanguage, switchLanguage } from './i18n/language'
import { clock, setClock } from './lib/clock'
import { writeLanguageCookie } from './lib/cookie'
import { deferTransitions } from './lib/defer-transitions'
import { firstPageReady, isFramed } from './lib/hydration'
import { toLanguage } from './lib/languages'
import { monitorConnection } from './lib/online'
import { afterPaint } from './lib/run-when-idle'
import { serverClock } from './lib/server-clock'
import { initStaleChunks, isChunkError, staleChunks } from './lib/stale-chunks'
import { storageRegistry } from './lib/storage'
import { type AppRouter, invalidateOnSessionChange, makeRouter, preloadRoute } from './router'
import { RootError } from './ui/error-boundary'

/** Starts the simulated platform; its clock becomes the application's. */
const startMocks = async () => {
  const { startMocks: startPlatform } = await import('../mocks/hosts/browser')
  const entries = Object.entries(storageRegistry)
  const mocks = await startPlatform({
    storageKeys: entries.map(([key]) => key),
    perUserKeys: entries.filter(([, { isPerUser }]) => isPerUser).map(([key]) => key),
    saveLanguage: language => writeLanguageCookie(toLanguage(language)),
  })
  setClock(mocks.clock)
  serverClock.reset()
  // Applied at once; otherwise the next response would correct it.
  mocks.controls.subscribe(() => serverClock.syncTo(clock.now()))
  return mocks
}

const start = async (root: HTMLElement) => {
  // In a frame only payment outcomes are shown, which make no request. The conditions are build constants:
  // production contains no mock code and no devtools.
  const hasDevtools = import.meta.env.VITE_DEVTOOLS === 'on' && !isFramed()
  if (hasDevtools) (await import('./devtools/observe/start-observing')).allowWorkers()
  const isMocked = import.meta.env.VITE_MOCKS === 'on' && !isFramed()
  const mocks = isMocked ? await startMocks() : undefined
  if (hasDevtools) (await import('./devtools/observe/start-observing')).startObserving()
  const { session } = api
  const { personas, lmsLoginUrl } = mocks ?? {}
  const router = makeRouter(lazyQueryClient, {
    session,
    ...(personas && { personas }),
    ...(lmsLoginUrl && { lmsLoginUrl }),
  })
  invalidateOnSessionChange(router, session)
  router.subscribe('onBeforeNavigate', staleChunks.onBeforeNavigate)
  monitorConnection()
  const language = getStoredLanguage()
  const shownLanguage = prerenderedPath ? toLanguage(document.documentElement.lang) : language
  preloadRoute(router, session, shownLanguage)
  await startI18n(shownLanguage)
  if (hasDevtools) (await import('./devtools/mount-devtools')).mountDevtools(mocks?.controls ?? null)
  if (hasDevtools) void showTanStackDevtools(router)
  await whenFirstRouteReady(router)
  paintBeforeNavigation(router)
  const tree = (
    <StrictMode>
      <RunOnMount run={deferTransitions(router)}>
        <App router={router} />
      </RunOnMount>
    </StrictMode>
  )
  const isPrerendered = isPrerenderedPage(router) && router.state.matches.every(isLoaded)
  if (isPrerendered) hydrate(root, router, tree)
  else renderClient(root, tree)
  // The server may not choose the language by cookie. If the messages fail to load, the page stays as it is.
  if (language !== shownLanguage) firstPageReady.then(() => switchLanguage(language)).catch(() => {})
  // Payment outcomes in a frame make no request.
  if (!isFramed())
    void firstPageReady.then(() =>
      reportVitals(lazyQueryClient, router.state.matches.at(-1)?.fullPath ?? '/'),
    )
}

/** In development only: `import.meta.env.DEV` removes the import from every build. */
const showTanStackDevtools = async (router: AppRouter) => {
  if (!import.meta.env.DEV) return
  const [{ mountTanStackDevtools }, { sharedQueryClient }] = await Promise.all([
    import('./devtools/tanstack-devtools'),
    import('./api/query-client'),
  ])
  mountTanStackDevtools(sharedQueryClient(), router)
}

/** Path that the document was prerendered for; undefined for the app shell. */
const { page: prerenderedPath } = document.documentElement.dataset

/** The URL may have a trailing slash. */
const isPrerenderedPage = (router: AppRouter): boolean =>
  prerenderedPath === router.state.location.pathname.replace(/\/$/, '')

/** Resolves when the route is ready or isn't the prerendered one; until then the document stays as it is. */
const whenFirstRouteReady = (router: AppRouter): Promise<void> =>
  new Promise((resolve, reject) => {
    // The router replaces this once it is rendered.
    router.startTransition = async commit => {
      commit()
      if (!isPrerenderedPage(router)) resolve()
      return false
    }
    router.load().then(resolve, reject)
  })

/** Shows the pressed link before the next page is rendered, which may take long. Hidden tabs have no frames. */
const paintBeforeNavigation = (router: AppRouter): void => {
  router.startViewTransition = commit =>
    document.hidden ? commit() : new Promise<void>(afterPaint).then(commit)
}

/** Wraps the tree: a sibling would change the ids of `useId` in the prerendered page. */
const RunOnMount = ({ run, children }: { run: () => void; children: ReactNode }): ReactNode => {
  useLayoutEffect(run, [run])
  return children
}

const isLoaded = ({ status }: { status: string }): boolean => status === 'success'

/** Renders by `startTransition`: in one piece a phone would not respond for a third of a second. */
const renderClient = (root: HTMLElement, tree: ReactNode): void => {
  const reactRoot = createRoot(root, { onCaughtError: logUnexpectedError })
  startTransition(() => reactRoot.render(tree))
}

/** Hydrates the prerendered page; input typed before is kept. */
const hydrate = (root: HTMLElement, router: AppRouter, tree: ReactNode): void => {
  // Makes the router render the same tree as in prerendering.
  router.ssr = { manifest: undefined }
  const options = {
    onCaughtError: logUnexpectedError,
    onRecoverableError: (error: unknown) => console.error(error),
  }
  const reactRoot: ReturnType<typeof hydrateRoot> & HydrationRoot = hydrateRoot(root, tree, options)
  const form = root.querySelector('form')
  if (form) reactRoot.unstable_scheduleHydration?.(form)
}

/** React hydrates the inside of boundaries when idle; this asks for a form to be first. */
interface HydrationRoot {
  unstable_scheduleHydration?: (target: Node) => void
}

/** Errors that a page shows are expected; anything else a boundary caught is a bug. */
const logUnexpectedError = (error: unknown) => {
  const isHandled = error instanceof ApiError || error instanceof ConfigError || isChunkError(error)
  if (!isHandled) console.error(error)
}

/** Without messages or worker only the crash message can be shown. */
const renderFatalError = (root: HTMLElement) => async (error: unknown) => {
  // After a deployment the document may request files that are gone.
  await staleChunks.handleError(error, { isPage: true })
  console.error(error)
  createRoot(root).render(
    <RootError getMessages={() => ({ ...getCrashMessages(), ...getStartError(error) })} />,
  )
}

/** The simulated platform says itself why it can't start; production contains none of it. */
const getStartError = (error: unknown) =>
  import.meta.env.VITE_MOCKS === 'on' && error instanceof Error && error.name === 'MockStartError'
    ? { text: error.message }
    : {}

/** Lets the page and its chunks load first. */
const VITALS_DELAY_MS = 5000

/** Loads the Web Vitals code if the configuration has a `vitals_path`. `page` is the route pattern. */
const reportVitals = (queryClient: QueryReader, page: string): void => {
  const start = async () => {
    const { vitals_path: path } = await queryClient.query(configQuery())
    if (path === undefined) return
    const { collectVitals } = await import('./api/vitals')
    collectVitals(path, page)
  }
  clock.after(VITALS_DELAY_MS, () => void start().catch(() => {}))
}

const root = document.getElementById('root')
initStaleChunks(isSiteReachable)
forgetFailedPreloads()
if (root) start(root).catch(renderFatalError(root))
