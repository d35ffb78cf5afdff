import { type AuthResponse, isAuthResponse } from './auth-response'
import type { ApiClient } from './client'
import type { ApiDeps } from './deps'
import { ApiError, isRefusal, toApiError } from './errors'
import type { paths, User } from './schema.gen'
import type { SessionChannel } from './session-channel'
import type { ForgetReason, SessionCore, SessionState } from './session-core'
import { unwrap } from './unwrap'

type LoginBody = paths['/auth/login']['post']['requestBody']['content']['application/json']

/** Who is signed in (specification §4 and §7). Every promise rejects with an `ApiError`. */
export type Session = {
  getState(): SessionState
  subscribe(listener: () => void): () => void
  /**
   * The first silent refresh. Resolves when it is known who is there; at once and without a call when no token is stored.
   * Rejects while there is no answer: the status is still `starting` then, and the next call tries again.
   */
  start(): Promise<void>
  /** Username and password are trimmed (specification §5). A refused login ends the session there was. */
  login(body: LoginBody): Promise<User>
  /** Spends an LMS code; the same code is sent once, however often this is called. */
  completeLmsLogin(code: string): Promise<User>
  /** Signs out here and in every tab at once; the call to the server follows, and its failure is only logged. */
  logout(): Promise<void>
  /** Reads the user again and renews the tokens. */
  refresh(): Promise<void>
  /** Takes the user that another call has answered. */
  updateUser(user: User): void
  /** Called when all that belongs to one person must be forgotten: caches, drafts in memory. */
  onForget(listener: (reason: ForgetReason) => void): () => void
  /** As if the page had just been opened (tests). */
  reset(): void
}

/** Milliseconds that a login waits for the answer to a logout, whose cookie would undo it. */
const logoutLimit = 5000

type SessionParts = {
  core: SessionCore
  refresh: () => Promise<void>
  client: ApiClient
  channel: SessionChannel
  deps: Pick<ApiDeps, 'storage' | 'clock' | 'events' | 'isSilent' | 'log'>
}

/** Keeps this tab in step with the others, and with what happened while it was away. */
const makeWatch = ({ core, refresh, channel, deps }: SessionParts, start: () => Promise<void>) => {
  const ignore = () => {}
  const handlers: Record<string, (event: Event) => void> = {
    storage: event => {
      const key = 'key' in event ? event.key : null
      // A null key is `clear()`. The event itself may be forged, so only the real state counts.
      if (key === null || key === 'token') core.recheck()
    },
    pageshow: event => {
      if (!('persisted' in event) || event.persisted !== true) return
      core.recheck()
      // Back from the browser's page cache: another person may have signed in meanwhile.
      const stored = deps.storage.get('token')
      if (stored !== null && stored !== core.token()) refresh().catch(ignore)
    },
    online: () => {
      if (core.getState().status === 'starting') start().catch(ignore)
    },
  }
  let watched: EventTarget | null = null
  let isOn = false
  return {
    on(): void {
      if (isOn) return
      isOn = true
      channel.open(core.hear)
      watched = deps.events()
      for (const [name, handler] of Object.entries(handlers)) watched?.addEventListener(name, handler)
    },
    off(): void {
      isOn = false
      channel.close()
      for (const [name, handler] of Object.entries(handlers)) watched?.removeEventListener(name, handler)
    },
  }
}

/** The calls that sign in and out. */
const makeEntrance = ({ core, client, deps }: SessionParts) => {
  let exits = 0
  let leaving: Promise<void> | null = null
  let spent: { code: string; user: Promise<User> } | null = null

  const enter = async (call: () => Promise<AuthResponse>, operation: string): Promise<User> => {
    if (leaving) {
      await Promise.race([leaving, new Promise<void>(resolve => deps.clock.after(logoutLimit, resolve))])
    }
    // A refresh under way would set its cookie over the one of this login.
    core.beginEpoch()
    const before = exits
    try {
      const auth = await call()
      if (!isAuthResponse(auth)) throw new ApiError({ kind: 'badResponse', operation, status: 200 })
      if (exits !== before) throw new ApiError({ kind: 'aborted', operation })
      core.adopt(auth, 'login')
      return auth.user
    } catch (error) {
      if (exits === before && isRefusal(error)) core.end(null)
      throw error
    }
  }

  return {
    async login(body: LoginBody): Promise<User> {
      const trimmed = { ...body, username: body.username.trim(), password: body.password.trim() }
      const operation = 'post /auth/login'
      const user = await enter(
        () => unwrap(client.POST('/auth/login', { body: trimmed }), operation),
        operation,
      )
      if (body.invite) core.setState({ isFirstRequest: false })
      return user
    },

    completeLmsLogin(code: string): Promise<User> {
      if (spent?.code === code) return spent.user
      const operation = 'post /auth/callback'
      const user = enter(
        () => unwrap(client.POST('/auth/callback', { body: { code } }), operation),
        operation,
      )
      spent = { code, user }
      user.catch(error => {
        // Without an answer the code may be good still, and the person may try again.
        if (!isRefusal(error)) spent = null
      })
      return user
    },

    logout(): Promise<void> {
      exits += 1
      const access = core.access()
      const headers = access ? { Authorization: `Bearer ${access}` } : {}
      core.end('logout')
      const call = unwrap(client.POST('/auth/logout', { headers, keepalive: true }), 'post /auth/logout')
      const left = call
        .then(
          () => {},
          error => deps.log('The server did not take the logout.', error),
        )
        .finally(() => {
          if (leaving === left) leaving = null
        })
      leaving = left
      return left
    },

    reset(): void {
      exits += 1
      leaving = null
      spent = null
    },
  }
}

export const createSession = (parts: SessionParts): Session => {
  const { core, refresh, deps } = parts
  let starting: Promise<void> | null = null

  const begin = async (): Promise<void> => {
    try {
      await refresh()
    } catch (thrown) {
      // Ended or overtaken by a login: it is known who is there.
      if (core.getState().status !== 'starting') return
      throw toApiError({ thrown }, 'post /auth/refresh')
    } finally {
      core.setState({ isFirstRequest: false })
      starting = null
    }
  }

  const start = (): Promise<void> => {
    if (core.getState().status !== 'starting') return Promise.resolve()
    if (starting) return starting
    if (deps.isSilent) {
      core.setState({ status: 'anonymous' })
      return Promise.resolve()
    }
    watch.on()
    if (deps.storage.get('token') === null) {
      core.setState({ status: 'anonymous' })
      return Promise.resolve()
    }
    starting = begin()
    // Public pages start the session without waiting for it.
    starting.catch(() => {})
    return starting
  }

  const watch = makeWatch(parts, start)
  const entrance = makeEntrance(parts)

  return {
    getState: core.getState,
    subscribe: core.subscribe,
    onForget: core.onForget,
    start,
    refresh,
    login: entrance.login,
    completeLmsLogin: entrance.completeLmsLogin,
    logout: entrance.logout,
    updateUser: user => core.setState({ user }),
    reset(): void {
      watch.off()
      entrance.reset()
      starting = null
      core.reset()
    },
  }
}
