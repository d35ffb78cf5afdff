import './ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { api } from './api/api'
import { ConfigError } from './api/config-error'
import { ApiError } from './api/errors'
import { makeQueryClient } from './api/query-client'
import { siteAnswers } from './api/site-answers'
import { App } from './app'
import { crashText } from './i18n/crash-text'
import { startI18n } from './i18n/init'
import { keptLanguage } from './i18n/language'
import { clock, setClock } from './lib/clock'
import { writeLanguageCookie } from './lib/cookie'
import { dropLeftoverWorker } from './lib/find-leftover-worker'
import { isFramed } from './lib/frame'
import { toLanguage } from './lib/languages'
import { watchConnection } from './lib/online'
import { serverClock } from './lib/server-clock'
import { isChunkError, staleChunks, watchStaleChunks } from './lib/stale-chunks'
import { storageRegistry } from './lib/storage'
import { reportVitals } from './queries/report-vitals'
import { followSession, makeRouter } from './router'
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
  const queryClient = makeQueryClient()
  const { personas, lmsLoginUrl } = mocks ?? {}
  const router = makeRouter(queryClient, {
    session,
    ...(personas && { personas }),
    ...(lmsLoginUrl && { lmsLoginUrl }),
  })
  followSession(router, session)
  router.subscribe('onBeforeNavigate', staleChunks.noteLeft)
  watchConnection()
  await startI18n(keptLanguage())
  if (hasDevtools) (await import('./devtools/mount-devtools')).mountDevtools(mocks?.controls ?? null)
  createRoot(root, { onCaughtError: logUnexpected }).render(
    <StrictMode>
      <App router={router} queryClient={queryClient} />
    </StrictMode>,
  )
  reportVitals(queryClient, () => router.state.matches.at(-1)?.fullPath ?? '/')
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
