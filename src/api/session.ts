import { createAuthActions, type LoginBody } from './auth-actions'
import type { ApiClient } from './client'
import type { ApiDeps } from './deps'
import { toApiError } from './errors'
import type { User } from './schema.gen'
import type { SessionChannel } from './session-channel'
import type { ClearReason, SessionCore, SessionState } from './session-core'

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
  login(body: LoginBody): Promise<User>
  /**
   * Login with an invite, by which a signed-in user joins a group. A rejected one keeps the session: a mistyped
   * password must not sign the user out in every tab, perhaps during an exam.
   */
  join(body: LoginBody & { invite: string }): Promise<User>
  /** Exchanges an LMS code. Repeated calls with the same code send it once. */
  completeLmsLogin(code: string): Promise<User>
  /** Signs out in all tabs immediately, then calls the server; a failure is only logged. */
  logout(): Promise<void>
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
  let target: EventTarget | null = null
  let isListening = false
  return {
    start(): void {
      if (isListening) return
      isListening = true
      channel.open(core.handleMessage)
      target = deps.events()
      for (const [name, handler] of Object.entries(handlers)) target?.addEventListener(name, handler)
    },
    stop(): void {
      isListening = false
      channel.close()
      for (const [name, handler] of Object.entries(handlers)) target?.removeEventListener(name, handler)
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
    if (core.getState().status !== 'starting') return Promise.resolve()
    if (starting) return starting
    if (deps.isSilent) {
      core.setState({ status: 'anonymous' })
      return Promise.resolve()
    }
    listeners.start()
    if (deps.storage.get('token') === null) {
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
