import { toApiError } from './errors'
import type { User } from './schema.gen'
import type { ForgetReason, SessionState } from './session-core'
import { createEntrance, type LoginBody } from './session-entrance'
import { type SessionParts, watchSession } from './session-watch'

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
  /**
   * The login with an invite by which a person who is signed in joins a group (design §6). The failed login that ends a
   * session (specification §4) is one that should have begun it; here a refused one leaves the session as it was, or a
   * mistyped password would sign the person out in every tab, in the middle of an exam too.
   */
  join(body: LoginBody & { invite: string }): Promise<User>
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

  const watch = watchSession(parts, start)
  const entrance = createEntrance(parts)

  return {
    getState: core.getState,
    subscribe: core.subscribe,
    onForget: core.onForget,
    start,
    refresh,
    login: entrance.login,
    join: entrance.join,
    completeLmsLogin: entrance.completeLmsLogin,
    logout: entrance.logout,
    updateUser: core.updateUser,
    reset(): void {
      watch.off()
      entrance.reset()
      starting = null
      core.reset()
    },
  }
}
