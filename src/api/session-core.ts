import type { AppStorage } from '../lib/storage'
import { isSameUser, userKey } from '../lib/user-key'
import type { AuthResponse } from './auth-response'
import type { User } from './schema.gen'
import type { EndReason, SessionMessage } from './session-channel'

/** What the screens may know about the session (specification §4, authentication). The access token is not in it. */
export type SessionState = {
  /** `starting` until the first silent refresh has told who is there. */
  status: 'starting' | 'authenticated' | 'anonymous'
  user: User | null
  /** The specification's first-request flag: false once the first silent refresh has ended or an invited login succeeded. */
  isFirstRequest: boolean
  endedBecause: EndReason
}

/** Why everything that was one person's must be forgotten. */
export type ForgetReason = 'logout' | 'expired' | 'otherUser'

type CoreDeps = {
  storage: AppStorage
  post: (message: SessionMessage) => void
  reload: () => void
}

const initial: SessionState = { status: 'starting', user: null, isFirstRequest: true, endedBecause: null }

const makeListeners = <Args extends unknown[]>() => {
  const listeners = new Set<(...args: Args) => void>()
  return {
    add: (listener: (...args: Args) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell: (...args: Args) => {
      for (const listener of [...listeners]) listener(...args)
    },
  }
}

/**
 * The one owner of the access token, the epoch and the state. The access token lives in this closure and nowhere else
 * (design §7). Each end of a session and each login begins a new epoch: whatever was under way for the old one,
 * a refresh above all, is aborted and its answer dropped.
 */
export const createSessionCore = ({ storage, post, reload }: CoreDeps) => {
  let access: string | null = null
  /** The refresh token that this tab saw last. */
  let token: string | null = null
  let epoch = 0
  let life = new AbortController()
  let state = initial
  const onState = makeListeners<[]>()
  const onForget = makeListeners<[ForgetReason]>()
  const onAdopt = makeListeners<[]>()

  const setState = (change: Partial<SessionState>): void => {
    const next = { ...state, ...change }
    // A refresh brings a new copy of the same user: nobody needs to render for that.
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    onState.tell()
  }

  const beginEpoch = (): void => {
    epoch += 1
    life.abort()
    life = new AbortController()
  }

  /** Removes what an earlier person left on this device; the token is about to be replaced. */
  const greet = (user: User): void => {
    const last = storage.get('flagship.user')
    const key = String(userKey(user))
    if (last === key) return
    if (last !== null) storage.clear('otherUser')
    storage.set('flagship.user', key)
  }

  const adopt = (auth: AuthResponse, from: 'login' | 'refresh' | 'sibling'): void => {
    const isOther = state.user !== null && !isSameUser(state.user, auth.user)
    const replaces = storage.get('token')
    if (from === 'login' || isOther) beginEpoch()
    greet(auth.user)
    if (isOther) onForget.tell('otherUser')
    access = auth.access_token
    token = auth.refresh_token
    if (from !== 'sibling') {
      storage.set('token', auth.refresh_token)
      post({ type: 'renewed', replaces, auth })
    }
    onAdopt.tell()
    setState({ status: 'authenticated', user: auth.user, endedBecause: null })
    if (isOther && from !== 'login') reload()
  }

  /** `where` says whether this tab decided it, or learnt of it from another one. */
  const end = (because: EndReason, where: 'here' | 'elsewhere' = 'here'): void => {
    const ended = token ?? storage.get('token')
    const wasAnonymous = state.status === 'anonymous'
    beginEpoch()
    access = null
    token = null
    if (where === 'here') {
      if (because === 'logout') storage.clear('logout')
      else storage.remove('token')
      if (ended) post({ type: 'ended', token: ended, because })
    }
    if (!wasAnonymous) onForget.tell(because ?? 'logout')
    setState({ status: 'anonymous', user: null, endedBecause: because })
  }

  return {
    getState: (): SessionState => state,
    subscribe: onState.add,
    onForget: onForget.add,
    /** Hears of every new access token. */
    onAdopt: onAdopt.add,
    access: (): string | null => access,
    token: (): string | null => token,
    epoch: (): number => epoch,
    /** Aborted when the epoch ends. */
    signal: (): AbortSignal => life.signal,
    setState,
    /** Takes what another call has answered of the same user; without an id a new username is a new key. */
    updateUser: (user: User): void => {
      storage.set('flagship.user', String(userKey(user)))
      setState({ user })
    },
    beginEpoch,
    adopt,
    end,

    /** Reads the stored token again after somebody else may have changed it; its absence ends the session here too. */
    recheck(): void {
      if (storage.get('token') === null && state.status !== 'anonymous') end('logout', 'elsewhere')
    },

    /** Takes another tab's word, if it fits what is stored: a late one must not undo a logout. */
    hear(message: SessionMessage): void {
      const stored = storage.get('token')
      if (message.type === 'renewed') {
        // This tab's view of the storage may lag behind the message, so the token before it is good too.
        if (stored === message.auth.refresh_token || stored === message.replaces)
          adopt(message.auth, 'sibling')
        return
      }
      const isOurs = message.token === token || message.token === stored || stored === null
      if (isOurs && state.status !== 'anonymous') end(message.because, 'elsewhere')
    },

    reset(): void {
      beginEpoch()
      access = null
      token = null
      setState(initial)
    },
  }
}

export type SessionCore = ReturnType<typeof createSessionCore>
