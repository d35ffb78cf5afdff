import './ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { api } from './api/api'
import { ConfigError } from './api/config-error'
import { ApiError } from './api/errors'
import { makeQueryClient } from './api/query-client'
import { App } from './app'
import { crashText } from './i18n/crash-text'
import { startI18n } from './i18n/init'
import { keptLanguage } from './i18n/language'
import { isFramed } from './lib/frame'
import { watchConnection } from './lib/online'
import { followSession, makeRouter } from './router'
import { TopFailure } from './ui/top-boundary'

const start = async (root: HTMLElement) => {
  // In a frame stand the outcomes of payments alone, which make no call (specification §2).
  // The condition is a constant of the build: production holds no mock code (design §3).
  const mocks =
    import.meta.env.VITE_MOCKS === 'on' && !isFramed()
      ? await (await import('../mocks/browser')).startMocks()
      : undefined
  const { session } = api
  const queryClient = makeQueryClient()
  const { personas, lmsLoginUrl } = mocks ?? {}
  const router = makeRouter(queryClient, {
    session,
    ...(personas && { personas }),
    ...(lmsLoginUrl && { lmsLoginUrl }),
  })
  followSession(router, session)
  watchConnection()
  await startI18n(keptLanguage())
  createRoot(root, { onCaughtError: logUnexpected }).render(
    <StrictMode>
      <App router={router} queryClient={queryClient} />
    </StrictMode>,
  )
}

/** What a page shows in words is no news to the console; anything else that a boundary caught is a mistake of ours. */
const logUnexpected = (error: unknown) => {
  if (!(error instanceof ApiError || error instanceof ConfigError)) console.error(error)
}

/** Without words or a worker there is no application to show: the sentence stands alone (specification §2). */
const giveUp = (root: HTMLElement) => (error: unknown) => {
  console.error(error)
  createRoot(root).render(<TopFailure words={crashText} />)
}

const root = document.getElementById('root')
if (root) start(root).catch(giveUp(root))
