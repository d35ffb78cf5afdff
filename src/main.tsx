import './ui/styles.css'
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { api } from './api/api'
import { ConfigError } from './api/config-error'
import { ApiError } from './api/errors'
import { lateQueryClient } from './api/late-query-client'
import { siteAnswers } from './api/site-answers'
import { App } from './app'
import { crashText } from './i18n/crash-text'
import { startI18n } from './i18n/init'
import { keptLanguage, switchLanguage } from './i18n/language'
import { clock, setClock } from './lib/clock'
import { writeLanguageCookie } from './lib/cookie'
import { dropLeftoverWorker } from './lib/find-leftover-worker'
import { firstPage } from './lib/first-page'
import { isFramed } from './lib/frame'
import { holdTransitions } from './lib/hold-transitions'
import { toLanguage } from './lib/languages'
import { watchConnection } from './lib/online'
import { runWhenIdle } from './lib/run-when-idle'
import { serverClock } from './lib/server-clock'
import { isChunkError, staleChunks, watchStaleChunks } from './lib/stale-chunks'
import { storageRegistry } from './lib/storage'
import { reportVitals } from './queries/report-vitals'
import { type AppRouter, followSession, makeRouter, warmRoute } from './router'
import { TopFailure } from './ui/top-boundary'

/** The simulated platform, whose clock becomes the application's. */
const startMocks = async () => {
  const { startMocks: startPlatform } = await import('../mocks/browser')
  const entries = Object.entries(storageRegistry)
  const mocks = await startPlatform({
    storageKeys: entries.map(([key]) => key),
    personalKeys: entries.filter(([, { isPerUser }]) => isPerUser).map(([key]) => key),
    keepLanguage: language => writeLanguageCookie(toLanguage(language)),
  })
  setClock(mocks.clock)
  serverClock.reset()
  // The platform's clock was set: the next answer would say so, but screens follow at once.
  mocks.controls.subscribe(() => serverClock.agree(clock.now()))
  return mocks
}

const start = async (root: HTMLElement) => {
  // In a frame stand the outcomes of payments alone, which make no call (specification §2).
  // The conditions are constants of the build: production holds no mock code and no tool of ours (design §3).
  const hasDevtools = import.meta.env.VITE_DEVTOOLS === 'on' && !isFramed()
  if (hasDevtools) (await import('./devtools/allow-workers')).allowWorkers()
  const isMocked = import.meta.env.VITE_MOCKS === 'on'
  if (!isMocked && !isFramed() && !(await dropLeftoverWorker(later, staleChunks.reloadAtStart))) return
  const mocks = isMocked && !isFramed() ? await startMocks() : undefined
  if (hasDevtools) (await import('./devtools/observe/start-observing')).startObserving()
  const { session } = api
  const { personas, lmsLoginUrl } = mocks ?? {}
  const router = makeRouter(lateQueryClient, {
    session,
    ...(personas && { personas }),
    ...(lmsLoginUrl && { lmsLoginUrl }),
  })
  followSession(router, session)
  router.subscribe('onBeforeNavigate', staleChunks.noteLeft)
  watchConnection()
  const language = keptLanguage()
  const shownLanguage = page ? toLanguage(document.documentElement.lang) : language
  warmRoute(router, session, shownLanguage)
  await startI18n(shownLanguage)
  if (hasDevtools) (await import('./devtools/mount-devtools')).mountDevtools(mocks?.controls ?? null)
  await somethingToShow(router)
  const tree = (
    <StrictMode>
      <OnMount run={holdTransitions(router)}>
        <App router={router} />
      </OnMount>
    </StrictMode>
  )
  const isRenderedAhead = isThePage(router) && router.state.matches.every(isShown)
  if (isRenderedAhead) hydrate(root, router, tree)
  else draw(root, tree)
  const fonts = document.querySelector<HTMLLinkElement>('link[data-fonts]')
  if (fonts)
    runWhenIdle(
      () => import('./api/fonts').then(part => part.bringFonts(fonts, router)).catch(() => {}),
      1000,
    )
  // On a server that does not choose by the cookie. Should the words not come, the page stays readable.
  if (language !== shownLanguage) firstPage.then(() => switchLanguage(language)).catch(() => {})
  // The outcomes of payments, which stand in a frame, make no call.
  if (!isFramed())
    void firstPage.then(() => reportVitals(lateQueryClient, router.state.matches.at(-1)?.fullPath ?? '/'))
}

/** The address that the document was rendered ahead for, whole; none in a frame that waits for its page. */
const { page } = document.documentElement.dataset

/** A server may send it for the address with a slash at its end too. */
const isThePage = (router: AppRouter): boolean => page === router.state.location.pathname.replace(/\/$/, '')

/**
 * Begins the first load and resolves when the page is there, or when another than the one in the document is on its way and
 * takes long: until then that, or the frame, stays as it is.
 */
const somethingToShow = (router: AppRouter): Promise<void> =>
  new Promise((resolve, reject) => {
    // The router gets another one as soon as it stands in a tree.
    router.startTransition = async commit => {
      commit()
      if (!isThePage(router)) resolve()
      return false
    }
    router.load().then(resolve, reject)
  })

/** Around the tree, not beside it: a sibling would change the ids that the pre-rendered page has. */
const OnMount = ({ run, children }: { run: () => void; children: ReactNode }): ReactNode => {
  useLayoutEffect(run, [run])
  return children
}

const isShown = ({ status }: { status: string }): boolean => status === 'success'

/** Draws the first page in slices: in one piece a phone would be deaf for a third of a second. */
const draw = (root: HTMLElement, tree: ReactNode): void => {
  const made = createRoot(root, { onCaughtError: logUnexpected })
  startTransition(() => made.render(tree))
}

/** Makes the page in the document answer: nothing in it is replaced, so all that was typed stays. */
const hydrate = (root: HTMLElement, router: AppRouter, tree: ReactNode): void => {
  // The router then renders what its counterpart in Node did.
  router.ssr = { manifest: undefined }
  const options = {
    onCaughtError: logUnexpected,
    onRecoverableError: (error: unknown) => console.error(error),
  }
  const made: ReturnType<typeof hydrateRoot> & Hurried = hydrateRoot(root, tree, options)
  const form = root.querySelector('form')
  if (form) made.unstable_scheduleHydration?.(form)
}

/** What is inside of a boundary React would otherwise take over in slices, when it has nothing else to do. */
interface Hurried {
  unstable_scheduleHydration?: (target: Node) => void
}

/** After the first pictures of the page, which wait for none of it. */
const later = (run: () => void) => void clock.after(2000, run)

/** What a page shows in words is no news to the console; anything else that a boundary caught is a mistake of ours. */
const logUnexpected = (error: unknown) => {
  const isTold = error instanceof ApiError || error instanceof ConfigError || isChunkError(error)
  if (!isTold) console.error(error)
}

/** Without words or a worker there is no application to show: the sentence stands alone (specification §2). */
const giveUp = (root: HTMLElement) => async (error: unknown) => {
  // The page itself may be of an older release than the files that it asks for.
  await staleChunks.settle(error, { isPage: true })
  console.error(error)
  createRoot(root).render(<TopFailure words={crashText} />)
}

const root = document.getElementById('root')
watchStaleChunks(siteAnswers)
if (root) start(root).catch(giveUp(root))
