import type { paths, User } from '../../packages/contract/schema.gen'
import type { ApiClient } from './client'
import type { ApiDeps } from './deps'
import { ApiError, type CallName, isClientError, toApiError } from './errors'
import type { SessionChannel } from './session-channel'
import { type AuthResponse, isAuthResponse } from './session-channel'
import type { ClearReason, SessionCore, SessionState } from './session-core'
import { unwrap } from './unwrap'

/** The session of the signed-in user. All promises reject with an `ApiError`. */
export type Session = {
  getState(): SessionState
  subscribe(listener: () => void): () => void
  /**
   * First silent refresh. Resolves when the status is known, without a call when no token is stored. Rejects when there
   * is no response; the status stays `starting` and the next call tries again.
   */
  start(): Promise<void>
  /** Trims username and password. A rejected login ends an existing session. */
  login(body: LoginBody, signal?: AbortSignal): Promise<User>
  /**
   * Login with an invite, by which a signed-in user joins a group. A rejected one keeps the session: a mistyped
   * password must not sign the user out in every tab, perhaps during an exam.
   */
  join(body: LoginBody & { invite: string }): Promise<User>
  /** Exchanges an LMS code. Repeated calls with the same code send it once. */
  completeLmsLogin(code: string): Promise<User>
  /** Signs out in all tabs immediately, then calls the server; a failure is only logged. */
  logout(): Promise<void>
  /** Ends the session so that its user can sign in again: what they have typed stays. */
  expire(): void
  /** Reads the user again and renews the tokens. */
  refresh(): Promise<void>
  /** Replaces the user with the response of another call. */
  updateUser(user: User): void
  /** Called when the data of one user must be cleared: caches, drafts in memory. */
  onClearUserData(listener: (reason: ClearReason) => void): () => void
  /** Resets to the state of a freshly opened page (tests). */
  reset(): void
}

type SessionParts = {
  core: SessionCore
  refresh: () => Promise<void>
  client: ApiClient
  channel: SessionChannel
  deps: Pick<ApiDeps, 'storage' | 'clock' | 'events' | 'isSilent' | 'log'>
}

/** Syncs this tab with the others and with changes during its absence. */
const createSessionListeners = (
  { core, refresh, channel, deps }: SessionParts,
  start: () => Promise<void>,
) => {
  const ignore = () => {}
  const handlers: Record<string, (event: Event) => void> = {
    storage: event => {
      const key = 'key' in event ? event.key : null
      // A null key means `clear()`. The event may be forged, so only the real state counts.
      if (key === null || key === 'token') core.recheck()
    },
    pageshow: event => {
      if (!('persisted' in event) || event.persisted !== true) return
      core.recheck()
      // Restored from the back/forward cache: another user may have signed in meanwhile.
      const stored = deps.storage.get('token')
      if (stored !== null && stored !== core.token()) refresh().catch(ignore)
    },
    online: () => {
      if (core.getState().status === 'starting') start().catch(ignore)
    },
  }
  let listening: AbortController | null = null
  return {
    start(): void {
      if (listening) return
      listening = new AbortController()
      const { signal } = listening
      channel.open(core.handleMessage)
      for (const [name, handler] of Object.entries(handlers))
        deps.events()?.addEventListener(name, handler, { signal })
    },
    stop(): void {
      listening?.abort()
      listening = null
      channel.close()
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
      // The session ended or a login replaced it, so the status is known.
      if (core.getState().status !== 'starting') return
      throw toApiError({ thrown }, 'refreshSession')
    } finally {
      core.setState({ isFirstRequest: false })
      starting = null
    }
  }

  const start = (): Promise<void> => {
    if (!deps.isSilent) listeners.start()
    if (core.getState().status !== 'starting') return Promise.resolve()
    if (starting) return starting
    if (deps.isSilent || deps.storage.get('token') === null) {
      core.setState({ status: 'anonymous' })
      return Promise.resolve()
    }
    starting = begin()
    // Public pages don't await the start.
    starting.catch(() => {})
    return starting
  }

  const listeners = createSessionListeners(parts, start)
  const authActions = createAuthActions(parts)

  return {
    getState: core.getState,
    subscribe: core.subscribe,
    onClearUserData: core.onClearUserData,
    start,
    expire: () => core.end('expired'),
    refresh,
    login: authActions.login,
    join: authActions.join,
    completeLmsLogin: authActions.completeLmsLogin,
    logout: authActions.logout,
    updateUser: core.updateUser,
    reset(): void {
      listeners.stop()
      authActions.reset()
      starting = null
      core.reset()
    },
  }
}

type LoginBody = paths['/auth/login']['post']['requestBody']['content']['application/json']

/** How long a login waits for a pending logout, whose response would clear the new cookie. */
const LOGOUT_WAIT_MS = 5000

const LOGIN_OPERATION = 'login'

const sendLogin = (client: ApiClient, body: LoginBody, signal?: AbortSignal): Promise<AuthResponse> => {
  const trimmed = { ...body, username: body.username.trim(), password: body.password.trim() }
  return unwrap(client.POST('/auth/login', { body: trimmed, ...(signal && { signal }) }), LOGIN_OPERATION)
}

type AuthActionsDeps = {
  core: SessionCore
  client: ApiClient
  deps: Pick<ApiDeps, 'storage' | 'clock' | 'log'>
}

/** Login and logout calls. */
const createAuthActions = ({ core, client, deps }: AuthActionsDeps) => {
  let logoutCount = 0
  let pendingLogout: Promise<void> | null = null
  let usedLmsCode: { code: string; user: Promise<User> } | null = null

  const applyLogin = (auth: AuthResponse): void => {
    core.applyAuth(auth, 'login')
    deps.storage.set('flagship.signedInAt', String(deps.clock.now()))
  }

  const signIn = async (call: () => Promise<AuthResponse>, operation: CallName): Promise<User> => {
    if (pendingLogout) {
      await Promise.race([
        pendingLogout,
        new Promise<void>(resolve => deps.clock.after(LOGOUT_WAIT_MS, resolve)),
      ])
    }
    // A pending refresh would overwrite the cookie of this login.
    core.beginEpoch()
    const before = logoutCount
    try {
      const auth = await call()
      if (!isAuthResponse(auth)) throw new ApiError({ kind: 'badResponse', operation, status: 200 })
      if (logoutCount !== before) throw new ApiError({ kind: 'aborted', operation })
      applyLogin(auth)
      return auth.user
    } catch (error) {
      if (logoutCount === before && isClientError(error)) core.end(null)
      throw error
    }
  }

  return {
    async login(body: LoginBody, signal?: AbortSignal): Promise<User> {
      const user = await signIn(() => sendLogin(client, body, signal), LOGIN_OPERATION)
      if (body.invite) core.setState({ isFirstRequest: false })
      return user
    },

    async join(body: LoginBody & { invite: string }): Promise<User> {
      const epoch = core.epoch()
      const auth = await sendLogin(client, body)
      if (!isAuthResponse(auth))
        throw new ApiError({ kind: 'badResponse', operation: LOGIN_OPERATION, status: 200 })
      // The session has ended meanwhile; this response must not sign the user in again.
      if (core.epoch() !== epoch) throw new ApiError({ kind: 'aborted', operation: LOGIN_OPERATION })
      applyLogin(auth)
      core.setState({ isFirstRequest: false })
      return auth.user
    },

    completeLmsLogin(code: string): Promise<User> {
      if (usedLmsCode?.code === code) return usedLmsCode.user
      const operation = 'completeLmsLogin'
      const user = signIn(
        () => unwrap(client.POST('/auth/callback', { body: { code } }), operation),
        operation,
      )
      usedLmsCode = { code, user }
      user.catch(error => {
        // Without a response the code may still be valid, so the user can retry.
        if (!isClientError(error)) usedLmsCode = null
      })
      return user
    },

    logout(): Promise<void> {
      logoutCount += 1
      const access = core.access()
      const headers = access ? { Authorization: `Bearer ${access}` } : {}
      core.end('logout')
      const call = unwrap(client.POST('/auth/logout', { headers, keepalive: true }), 'logout')
      const left = call
        .then(
          () => {},
          error => {
            deps.log('The server did not take the logout.', error)
          },
        )
        .finally(() => {
          if (pendingLogout === left) pendingLogout = null
        })
      pendingLogout = left
      return left
    },

    reset(): void {
      logoutCount += 1
      pendingLogout = null
      usedLmsCode = null
    },
  }
}
