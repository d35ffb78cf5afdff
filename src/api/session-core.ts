import type { User } from '../../packages/contract/schema.gen'
import { createListeners } from '../lib/listeners'
import { isSameUser, userKey } from '../lib/user'
import type { ApiDeps } from './deps'
import type { AuthResponse, EndReason, SessionMessage } from './session-channel'

/** Session state for the UI; doesn't contain the access token. */
export type SessionState = {
  /** `starting` until the first silent refresh is done. */
  status: 'starting' | 'authenticated' | 'anonymous'
  user: User | null
  /** False once the first silent refresh has ended or an invited login succeeded. */
  isFirstRequest: boolean
  endedBecause: EndReason
  /** Refreshes succeed, but the server accepts none of the access tokens. */
  isRefused: boolean
}

/** Why the data of a user must be cleared. */
export type ClearReason = 'logout' | 'expired' | 'otherUser'

type CoreDeps = Pick<ApiDeps, 'storage' | 'clearTabData' | 'reload'> & {
  post: (message: SessionMessage) => void
}

const INITIAL_STATE: SessionState = {
  status: 'starting',
  user: null,
  isFirstRequest: true,
  endedBecause: null,
  isRefused: false,
}

/**
 * Owns the access token, the epoch and the state. The access token never leaves this closure. Every login and every end
 * of a session starts a new epoch, which aborts pending work of the previous one.
 */
export const createSessionCore = ({ storage, clearTabData, post, reload }: CoreDeps) => {
  let access: string | null = null
  /** The last refresh token that this tab saw. */
  let token: string | null = null
  let epoch = 0
  let epochController = new AbortController()
  let state = INITIAL_STATE
  const onState = createListeners<[]>()
  const onClearUserData = createListeners<[ClearReason]>()
  const onNewTokens = createListeners<[]>()

  const setState = (change: Partial<SessionState>): void => {
    const next = { ...state, ...change }
    // A refresh returns a new copy of the same user; don't rerender for it.
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    onState.emit()
  }

  const beginEpoch = (): void => {
    epoch += 1
    epochController.abort()
    epochController = new AbortController()
  }

  /** Clears what another user left on this device and in this tab; the caller replaces the token. */
  const clearPreviousUserData = (user: User): void => {
    const last = storage.get('flagship.user')
    const key = String(userKey(user))
    // Always: the tab where that user signed in has changed the stored user already.
    clearTabData(userKey(user))
    if (last === key) return
    if (last !== null) storage.clear('otherUser')
    storage.set('flagship.user', key)
  }

  const applyAuth = (auth: AuthResponse, from: 'login' | 'refresh' | 'sibling'): void => {
    const isOther = state.user !== null && !isSameUser(state.user, auth.user)
    const replaces = storage.get('token')
    if (from === 'login' || isOther) beginEpoch()
    clearPreviousUserData(auth.user)
    if (isOther) onClearUserData.emit('otherUser')
    access = auth.access_token
    token = auth.refresh_token
    if (from !== 'sibling') {
      storage.set('token', auth.refresh_token)
      post({ type: 'renewed', replaces, auth })
    }
    onNewTokens.emit()
    const isRefused = from === 'refresh' && state.isRefused
    setState({ status: 'authenticated', user: auth.user, endedBecause: null, isRefused })
    if (isOther && from !== 'login') reload()
  }

  /** `where` says whether this tab or another one ended the session. */
  const end = (because: EndReason, where: 'here' | 'elsewhere' = 'here'): void => {
    const ended = token ?? storage.get('token')
    const wasAnonymous = state.status === 'anonymous'
    beginEpoch()
    access = null
    token = null
    // An expired session keeps them for its user, who signs in again.
    if (because === 'logout') clearTabData()
    if (where === 'here') {
      if (because === 'logout') storage.clear('logout')
      else storage.remove('token')
      if (ended) post({ type: 'ended', token: ended, because })
    }
    if (!wasAnonymous) onClearUserData.emit(because === 'noCookies' ? 'expired' : (because ?? 'logout'))
    setState({ status: 'anonymous', user: null, endedBecause: because, isRefused: false })
  }

  return {
    getState: (): SessionState => state,
    subscribe: onState.subscribe,
    onClearUserData: onClearUserData.subscribe,
    onNewTokens: onNewTokens.subscribe,
    access: (): string | null => access,
    token: (): string | null => token,
    epoch: (): number => epoch,
    signal: (): AbortSignal => epochController.signal,
    setState,
    /** Without an id, a new username means a new user key. */
    updateUser: (user: User): void => {
      storage.set('flagship.user', String(userKey(user)))
      setState({ user })
    },
    beginEpoch,
    applyAuth,
    end,

    /** Reads the stored token again; when it is gone, the session ends here too. */
    recheck(): void {
      if (storage.get('token') === null && state.status !== 'anonymous') end('logout', 'elsewhere')
    },

    /** Applies a message of another tab only if it fits the stored token: a delayed message must not undo a logout. */
    handleMessage(message: SessionMessage): void {
      const stored = storage.get('token')
      if (message.type === 'renewed') {
        // `localStorage` of this tab may lag behind the message, so the replaced token matches too.
        if (stored === message.auth.refresh_token || stored === message.replaces)
          applyAuth(message.auth, 'sibling')
        return
      }
      const isOurs = message.token === token || message.token === stored || stored === null
      if (isOurs && state.status !== 'anonymous') end(message.because, 'elsewhere')
    },

    reset(): void {
      beginEpoch()
      access = null
      token = null
      setState(INITIAL_STATE)
    },
  }
}

export type SessionCore = ReturnType<typeof createSessionCore>
