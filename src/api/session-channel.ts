import { type AuthResponse, isAuthResponse } from './auth-response'
import type { Channel } from './deps'

/** Why there is no session any more; null after a failed login. */
export type EndReason = 'expired' | 'logout' | null

/** What tabs tell each other. It never leaves the browser: the same origin already shares the stored token. */
export type SessionMessage =
  /** A login or refresh gave new tokens in place of `replaces`. One refresh thereby serves all tabs (design §7). */
  | { type: 'renewed'; replaces: string | null; auth: AuthResponse }
  /** The session with this refresh token is over. */
  | { type: 'ended'; token: string; because: EndReason }

const isMessage = (value: unknown): value is SessionMessage => {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  if (value.type === 'ended') return 'token' in value && typeof value.token === 'string' && 'because' in value
  return value.type === 'renewed' && 'replaces' in value && 'auth' in value && isAuthResponse(value.auth)
}

/** A channel to the other tabs that may be absent, closed or refused without anybody noticing. */
export const createSessionChannel = (openChannel: () => Channel | null) => {
  let channel: Channel | null = null

  return {
    open(onMessage: (message: SessionMessage) => void): void {
      try {
        channel = openChannel()
      } catch {
        // Refused to sandboxed frames; each tab then refreshes for itself, one after the other.
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
