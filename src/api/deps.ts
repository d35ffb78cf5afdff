import { type Clock, clock } from '../lib/clock'
import { pageCookies } from '../lib/cookie'
import { clearTabData } from '../lib/drafts'
import { isFramed } from '../lib/framed'
import { type ServerClock, serverClock } from '../lib/server-clock'
import { type AppStorage, storage } from '../lib/storage'
import type { Locks } from './with-lock'

/** The part of `BroadcastChannel` in use. */
export type Channel = {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage(message: unknown): void
  close(): void
}

/** Dependencies of the client and the session. */
export type ApiDeps = {
  /** Without a trailing slash. */
  baseUrl: string
  fetch: (request: Request) => Promise<Response>
  storage: AppStorage
  /** Removes what users have left in this tab, except the given one's own. */
  clearTabData: typeof clearTabData
  cookies: typeof pageCookies
  /** Null where Web Locks are not supported. */
  locks: () => Locks | null
  /** Channel to the other tabs, or null where unsupported; may throw. */
  openChannel: () => Channel | null
  /** Target of `storage`, `pageshow` and `online` events: the window. */
  events: () => EventTarget | null
  clock: Clock
  serverClock: ServerClock
  /** Reloads the page when another user has signed in. */
  reload: () => void
  /** True on a framed payment result page, which makes no calls of its own. */
  isSilent: boolean
  log: (message: string, error: unknown) => void
}

const isBrowser = typeof location !== 'undefined'

/** In Node, where pages are prerendered, there is neither a page nor a session. */
export const browserDeps = (): ApiDeps => ({
  baseUrl: isBrowser ? `${location.origin}/api` : 'http://localhost/api',
  // `fetch` is looked up on each call, because the mocks replace it later. No cache may answer: state, times and clocks
  // would be old. Firefox drops `keepalive` of a `Request` unless it is passed again.
  fetch: request =>
    globalThis.fetch(request, { cache: 'no-store', ...(request.keepalive && { keepalive: true }) }),
  storage,
  clearTabData,
  cookies: pageCookies,
  locks: () => globalThis.navigator?.locks ?? null,
  openChannel: () =>
    isBrowser && 'BroadcastChannel' in globalThis ? new BroadcastChannel('flagship.session') : null,
  events: () => (typeof window === 'undefined' ? null : window),
  clock,
  serverClock,
  reload: () => location.reload(),
  isSilent: isFramed() && location.pathname.startsWith('/order/'),
  log: (message, error) => console.warn(message, error),
})
