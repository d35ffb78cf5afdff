import type { paths } from '../../packages/contract/schema.gen'
import { isRecord } from '../lib/is-record'
import type { Channel } from './deps'

/** Response of login, LMS login and refresh: the user and both tokens. */
export type AuthResponse = paths['/auth/refresh']['post']['responses'][200]['content']['application/json']

const isToken = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[\x21-\x7e]{1,8192}$/.test(value) &&
  value !== 'undefined' &&
  value !== 'null'

/** Runtime check: a response without both tokens and a username starts no session. */
export const isAuthResponse = (value: unknown): value is AuthResponse =>
  isRecord(value) &&
  isToken(value.access_token) &&
  isToken(value.refresh_token) &&
  isRecord(value.user) &&
  typeof value.user.username === 'string'

/** Why the session ended; null after a failed login. `noCookies`: right after a login, because no cookie was kept. */
export type EndReason = 'expired' | 'noCookies' | 'logout' | null

/** Messages between tabs. They stay in the browser; the origin's storage has the refresh token anyway. */
export type SessionMessage =
  /** A login or refresh replaced the refresh token `replaces`. All tabs share the new tokens. */
  | { type: 'renewed'; replaces: string | null; auth: AuthResponse }
  /** The session with this refresh token has ended. */
  | { type: 'ended'; token: string; because: EndReason }

const isMessage = (value: unknown): value is SessionMessage => {
  if (!isRecord(value)) return false
  if (value.type === 'ended') return typeof value.token === 'string' && 'because' in value
  return value.type === 'renewed' && 'replaces' in value && isAuthResponse(value.auth)
}

/** A channel to the other tabs; works silently without one. */
export const createSessionChannel = (openChannel: () => Channel | null) => {
  let channel: Channel | null = null

  return {
    open(onMessage: (message: SessionMessage) => void): void {
      try {
        channel = openChannel()
      } catch {
        // Not allowed in sandboxed frames; each tab then refreshes for itself.
        return
      }
      if (!channel) return
      channel.onmessage = ({ data }) => {
        if (isMessage(data)) onMessage(data)
      }
    },
    post(message: SessionMessage): void {
      channel?.postMessage(message)
    },
    close(): void {
      channel?.close()
      channel = null
    },
  }
}

export type SessionChannel = ReturnType<typeof createSessionChannel>
