import './ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { api } from './api/api'
import { ApiError } from './api/errors'
import { makeQueryClient } from './api/query-client'
import { App } from './app'
import { startI18n } from './i18n/init'
import { keptLanguage } from './i18n/language'
import { watchConnection } from './lib/online'
import { followSession, makeRouter } from './router'

const start = async (root: HTMLElement) => {
  // The condition is a constant of the build: production holds no mock code (design §3).
  const mocks =
    import.meta.env.VITE_MOCKS === 'on' ? await (await import('../mocks/browser')).startMocks() : undefined
  const { session } = api
  const queryClient = makeQueryClient()
  const router = makeRouter(queryClient, { session, ...(mocks && { personas: mocks.personas }) })
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
  if (!(error instanceof ApiError)) console.error(error)
}

const root = document.getElementById('root')
if (root) void start(root)
