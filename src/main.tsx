import './api/start-session'
import './ui/styles.css'
import type { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { api } from './api/api'
import { isSiteReachable } from './api/api-health'
import { forgetFailedPreloads } from './api/failed-preloads'
import { startNotice } from './api/notice-start'
import { createQueryClient } from './api/query-client'
import { reportVitals } from './api/report-vitals'
import { loadFirstRoute, paintBeforeNavigation } from './hydrate-router'
import { getCrashMessages } from './i18n/crash-messages'
import { startI18n } from './i18n/init'
import { getStoredLanguage, switchLanguage } from './i18n/language'
import { clock, setClock } from './lib/clock'
import { writeLanguageCookie } from './lib/cookie'
import { isFramed } from './lib/framed'
import { firstPageReady } from './lib/hydration'
import { toLanguage } from './lib/languages'
import { removeNotStarted } from './lib/not-started'
import { monitorConnection } from './lib/online'
import { serverClock } from './lib/server-clock'
import { initStaleChunks, staleChunks } from './lib/stale-chunks'
import { storageRegistry } from './lib/storage'
import { render } from './render'
import { type AppRouter, invalidateOnSessionChange, makeRouter, preloadRoute } from './router'
import { RootError } from './ui/error-boundary'

/** Starts the simulated platform, and shows the product's name meanwhile; its clock becomes the application's. */
const startMocks = async (root: HTMLElement) => {
  const note = document.createElement('p')
  note.className = 'p-6 text-muted'
  note.textContent = `${document.title}…`
  root.replaceChildren(note)
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
  const mocks = isMocked ? await startMocks(root) : undefined
  if (hasDevtools) (await import('./devtools/observe/start-observing')).startObserving()
  const { session } = api
  const { personas, lmsLoginUrl } = mocks ?? {}
  const queryClient = createQueryClient()
  const router = makeRouter(queryClient, {
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
  if (hasDevtools) void showTanStackDevtools(router, queryClient)
  await loadFirstRoute(router, () => isPrerenderedPage(router))
  paintBeforeNavigation(router)
  render(root, router, {
    isPrerendered: isPrerenderedPage(router) && router.state.matches.every(isLoaded),
  })
  // The server may not choose the language by cookie. If the messages fail to load, the page stays as it is.
  if (language !== shownLanguage) firstPageReady.then(() => switchLanguage(language)).catch(() => {})
  // Payment outcomes in a frame make no request.
  if (!isFramed())
    void firstPageReady.then(() => {
      reportVitals(queryClient, router.state.matches.at(-1)?.fullPath ?? '/')
      startNotice()
    })
}

/** In development only: `import.meta.env.DEV` removes the import from every build. */
const showTanStackDevtools = async (router: AppRouter, queryClient: QueryClient) => {
  if (!import.meta.env.DEV) return
  const { mountTanStackDevtools } = await import('./devtools/tanstack-devtools')
  mountTanStackDevtools(queryClient, router)
}

/** Path that the document was prerendered for; undefined for the app shell. */
const { page: prerenderedPath } = document.documentElement.dataset

/** The URL may have a trailing slash. */
const isPrerenderedPage = (router: AppRouter): boolean =>
  prerenderedPath === router.state.location.pathname.replace(/\/$/, '')

const isLoaded = ({ status }: { status: string }): boolean => status === 'success'

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

removeNotStarted()
const root = document.getElementById('root')
initStaleChunks(isSiteReachable)
forgetFailedPreloads()
if (root) start(root).catch(renderFatalError(root))
