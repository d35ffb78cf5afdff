import { createAuthMiddleware } from './auth-middleware'
import { createTypedClient, observed } from './client'
import { type ApiDeps, browserDeps } from './deps'
import { createRefresh } from './refresh'
import { createSession } from './session'
import { createSessionChannel } from './session-channel'
import { createSessionCore } from './session-core'

/** Makes a client and its session; tests give their own surroundings. Nothing is called or opened before `session.start()`. */
export const createApi = (overrides: Partial<ApiDeps> = {}) => {
  const given = { ...browserDeps(), ...overrides }
  const observe = (fetch: ApiDeps['fetch']) => observed(fetch, given.serverClock)
  const deps = { ...given, fetch: observe(given.fetch) }
  const channel = createSessionChannel(deps.openChannel)
  const core = createSessionCore({ storage: deps.storage, post: channel.post, reload: deps.reload })
  const refresh = createRefresh(core, deps)
  const client = createTypedClient(deps.baseUrl, deps.fetch, createAuthMiddleware(core, refresh, deps))
  return {
    client,
    session: createSession({ core, refresh, client, channel, deps }),
    /** Makes of a way to send one that may stand in for the client's own `fetch` in a single call. */
    observe,
  }
}

/** The application's one. */
export const api = createApi()
