import type { QueryClient } from '@tanstack/react-query'
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
import { setClock } from '../lib/clock'
import { type AppRouter, followSession, makeRouter } from '../router'
import { holdClock } from './fake-clock'

interface RenderRouteOptions extends Omit<TestServerOptions, 'machineNow' | 'clockAnchor'> {
  language?: 'ru' | 'en'
  /**
   * Whose time the page and its platform share: a moment (milliseconds since the epoch) from which it runs, or `held`, which
   * passes by `pass` alone. Default: both have the machine's.
   */
  clock?: number | 'held'
  /** Runs after the platform stands and before the page does: lay faults, change the db. */
  prepare?: (platform: TestServer) => void
}

export interface RenderedRoute extends RenderResult {
  platform: TestServer
  router: AppRouter
  queryClient: QueryClient
  user: ReturnType<typeof userEvent.setup>
  /** Operations called so far, in order. */
  calls: () => string[]
  /** Answers the next call of an operation as the contract allows; see `TestServer.override`. */
  override: TestServer['override']
  /** Lets so many milliseconds pass for the platform, and for the page too where its clock is given. */
  pass: (milliseconds: number) => void
  /** Takes the page and its platform away before the test's end, for a test that opens another. */
  close: () => void
}

/** The platform of a test and the clock of its page, in step where a clock is given. */
const startPlatform = ({ clock, ...options }: TestServerOptions & Pick<RenderRouteOptions, 'clock'>) => {
  if (clock === 'held') {
    const held = holdClock(options.startedAt)
    return { platform: createTestServer({ ...options, machineNow: held.now }), pass: held.advance }
  }
  const platform = createTestServer({ ...options, ...(clock !== undefined && { startedAt: clock }) })
  if (clock !== undefined) setClock({ now: platform.db.now })
  onTestFinished(() => setClock(null))
  return { platform, pass: platform.db.clock.advance }
}

/**
 * Opens a page as a person would: a fresh simulated platform, the real client, session, router and screens.
 * `as` is signed in already, as after a reload: the page begins with the silent refresh.
 */
export const renderRoute = async (
  path: string,
  { language = 'ru', prepare, ...options }: RenderRouteOptions = {},
): Promise<RenderedRoute> => {
  const { platform, pass } = startPlatform(options)
  platform.listen()
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
  const view = render(<App router={router} />)
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    view.unmount()
    stopFollowing()
    queryClient.clear()
    session.reset()
    contact.reset()
    platform.close()
  }
  onTestFinished(close)
  return {
    ...view,
    platform,
    router,
    queryClient,
    user: userEvent.setup(),
    override: platform.override,
    pass,
    close,
    calls: () => platform.journal.entries().map(({ operationId }) => operationId),
  }
}
