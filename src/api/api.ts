import { createAuthMiddleware } from './auth-middleware'
import { createTypedClient, withServerClock } from './client'
import { type ApiDeps, browserDeps } from './deps'
import { createRefresh } from './refresh'
import { createSession } from './session'
import { createSessionChannel } from './session-channel'
import { createSessionCore } from './session-core'

/** Creates a client and its session; tests override the dependencies. Nothing is requested before `session.start()`. */
export const createApi = (overrides: Partial<ApiDeps> = {}) => {
  const given = { ...browserDeps(), ...overrides }
  const observe = (fetch: ApiDeps['fetch']) => withServerClock(fetch, given.serverClock)
  const deps = { ...given, fetch: observe(given.fetch) }
  const channel = createSessionChannel(deps.openChannel)
  const core = createSessionCore({ ...deps, post: channel.post })
  const refresh = createRefresh(core, deps)
  const client = createTypedClient(deps.baseUrl, deps.fetch, createAuthMiddleware(core, refresh, deps))
  return {
    client,
    session: createSession({ core, refresh, client, channel, deps }),
    /** Wraps a `fetch` that replaces the client's own for a single call, so the server clock sees its response too. */
    withServerClock: observe,
  }
}

/** The API instance of the app. */
export const api = createApi()
