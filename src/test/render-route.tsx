import { createMemoryHistory } from '@tanstack/react-router'
import { type RenderResult, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { createTestServer, type TestServer, type TestServerOptions } from '../../mocks/node'
import { api } from '../api/api'
import { contact } from '../api/contact'
import { makeQueryClient } from '../api/query-client'
import { App } from '../app'
import { startI18n } from '../i18n/init'
import { type AppRouter, followSession, makeRouter } from '../router'

interface RenderRouteOptions extends TestServerOptions {
  language?: 'ru' | 'en'
  /** Runs after the platform stands and before the page does: lay faults, change the world. */
  prepare?: (platform: TestServer) => void
}

export interface RenderedRoute extends RenderResult {
  platform: TestServer
  router: AppRouter
  user: ReturnType<typeof userEvent.setup>
  /** Operations called so far, in order. */
  calls: () => string[]
}

/**
 * Opens a page as a person would: a fresh simulated platform, the real client, session, router and screens.
 * `as` is signed in already, as after a reload: the page begins with the silent refresh.
 */
export const renderRoute = async (
  path: string,
  { language = 'ru', prepare, ...options }: RenderRouteOptions = {},
): Promise<RenderedRoute> => {
  const platform = createTestServer(options)
  platform.listen()
  onTestFinished(() => platform.close())
  localStorage.clear()
  sessionStorage.clear()
  if (platform.tokens) localStorage.setItem('token', platform.tokens.refresh_token)
  prepare?.(platform)
  await startI18n(language)
  const queryClient = makeQueryClient()
  const { session } = api
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = makeRouter(queryClient, { session, history, scrollRestoration: false })
  const stopFollowing = followSession(router, session)
  const view = render(<App router={router} queryClient={queryClient} />)
  onTestFinished(() => {
    view.unmount()
    stopFollowing()
    queryClient.clear()
    session.reset()
    contact.reset()
  })
  return {
    ...view,
    platform,
    router,
    user: userEvent.setup(),
    calls: () => platform.journal.entries().map(({ operationId }) => operationId),
  }
}
