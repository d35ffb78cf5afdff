import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { type RenderResult, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { createTestServer, type TestServer, type TestServerOptions } from '../../mocks/hosts/node'
import { api } from '../api/api'
import { apiHealth } from '../api/api-health'
import { createQueryClient } from '../api/query-client'
import { App } from '../app'
import { startI18n } from '../i18n/init'
import { setClock } from '../lib/clock'
import { type AppRouter, invalidateOnSessionChange, makeRouter } from '../router'
import { installFakeClock } from './fake-clock'

interface RenderRouteOptions extends Omit<TestServerOptions, 'machineNow' | 'clockAnchor'> {
  language?: 'ru' | 'en'
  /**
   * The clock of page and platform: a start (milliseconds since the epoch), or `held`, which only advances by `pass`. Default:
   * real time.
   */
  clock?: number | 'held'
  /** Runs before the page is rendered: add faults, change the db. */
  prepare?: (platform: TestServer) => void
}

export interface RenderedRoute extends RenderResult {
  platform: TestServer
  router: AppRouter
  queryClient: QueryClient
  user: ReturnType<typeof userEvent.setup>
  /** Operations called so far, in order. */
  calls: () => string[]
  /** See `TestServer.override`. */
  override: TestServer['override']
  /** Passes milliseconds for the platform, and for the page if `clock` is given. */
  pass: (milliseconds: number) => void
  /** Unmounts the page and closes the platform before the end of the test. */
  close: () => void
}

const startPlatform = ({ clock, ...options }: TestServerOptions & Pick<RenderRouteOptions, 'clock'>) => {
  if (clock === 'held') {
    const held = installFakeClock(options.startedAt)
    return { platform: createTestServer({ ...options, machineNow: held.now }), pass: held.advance }
  }
  const platform = createTestServer({ ...options, ...(clock !== undefined && { startedAt: clock }) })
  if (clock !== undefined) setClock({ now: platform.db.now })
  onTestFinished(() => setClock(null))
  return { platform, pass: platform.db.clock.advance }
}

/**
 * Renders the application on a path, with a new simulated platform. The user `as` is logged in as after a reload: the
 * application starts with a session refresh.
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
  const queryClient = createQueryClient()
  const { session } = api
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = makeRouter(queryClient, { session, history, scrollRestoration: false })
  const stopFollowing = invalidateOnSessionChange(router, session)
  const view = render(<App router={router} />)
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    view.unmount()
    stopFollowing()
    // A request that is sent later would reach the platform of the next test. One that begins after this fails while
    // no platform listens, and must not be tried again.
    void queryClient.cancelQueries()
    queryClient.clear()
    queryClient.setDefaultOptions({ queries: { retry: false } })
    session.reset()
    apiHealth.reset()
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
