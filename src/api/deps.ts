import { type Clock, clock } from '../lib/clock'
import { pageCookies } from '../lib/cookie'
import { isFramed } from '../lib/frame'
import { type ServerClock, serverClock } from '../lib/server-clock'
import { type AppStorage, storage } from '../lib/storage'
import type { RefreshFailure } from './refresh-failure'
import { refreshFailure } from './refresh-failure'
import type { Locks } from './with-lock'

/** The part of `BroadcastChannel` that is used. */
export type Channel = {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage(message: unknown): void
  close(): void
}

/** Everything that the client and the session take from their surroundings. */
export type ApiDeps = {
  /** Address of the API without a slash at the end. */
  baseUrl: string
  fetch: (request: Request) => Promise<Response>
  storage: AppStorage
  cookies: typeof pageCookies
  /** The origin's Web Locks, or null where they are absent. */
  locks: () => Locks | null
  /** A channel to the other tabs, or null where there is none; may throw. */
  openChannel: () => Channel | null
  /** Where `storage`, `pageshow` and `online` events come from: the window. */
  events: () => EventTarget | null
  clock: Clock
  serverClock: ServerClock
  refreshFailure: RefreshFailure
  /** Starts the page anew, when another person turns out to be signed in. */
  reload: () => void
  /** A payment outcome page inside a frame: no refresh and no call of its own. */
  isSilent: boolean
  log: (message: string, error: unknown) => void
}

const hasPage = typeof location !== 'undefined'

/** The browser's own; in Node, where pages are rendered to strings, there is neither page nor session. */
export const browserDeps = (): ApiDeps => ({
  baseUrl: hasPage ? `${location.origin}/api` : 'http://localhost/api',
  // Looked up at each call: whoever replaces fetch later (the mocks do) is then heard.
  // Firefox forgets of a request that it is to outlive its page, unless it is told beside it.
  fetch: request => globalThis.fetch(request, request.keepalive ? { keepalive: true } : undefined),
  storage,
  cookies: pageCookies,
  locks: () => globalThis.navigator?.locks ?? null,
  openChannel: () =>
    hasPage && 'BroadcastChannel' in globalThis ? new BroadcastChannel('flagship.session') : null,
  events: () => (typeof window === 'undefined' ? null : window),
  clock,
  serverClock,
  refreshFailure,
  reload: () => location.reload(),
  isSilent: isFramed() && location.pathname.startsWith('/order/'),
  log: (message, error) => console.warn(message, error),
})
