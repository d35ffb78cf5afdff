/** Location of the page; `location` fits. */
export type PageLocation = Pick<Location, 'protocol' | 'host' | 'hostname'>

/** An address that may be opened: a WebSocket for our own terminal, or a page for a frame. */
export interface TerminalAddress {
  kind: 'socket' | 'page'
  url: string
  /** On our own host, where a frame with our origin could access this page. */
  isSameHost: boolean
}

// Same rule as in safe-url.ts; importing that file would merge the app's first chunk with the terminal document's. A
// proxy may decode an encoded segment.
const API_PATH = /^\/+(?:api(?:\/|$)|[^/]*%)/i

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const KINDS = new Map<string, TerminalAddress['kind']>([
  ['wss:', 'socket'],
  ['ws:', 'socket'],
  ['https:', 'page'],
  ['http:', 'page'],
])

/** Printable ASCII; other characters would be changed by the URL parser. */
const PLAIN_URL = /^[!-[\]-~]{1,2000}$/

/**
 * Checks the address returned by `webssh` (T09, X10). Allowed are our own host, a loopback address from a loopback
 * page, and the configured origins; unencrypted only between loopback addresses. Nothing below our `/api`: loading it
 * would make a call. Null when not allowed. A configured origin must also be in `connect-src` (`wss:`) or `frame-src`
 * (`https:`) of `deploy/headers.json`.
 * @param origins `terminal_origins` of the configuration, for example `wss://terminal.example.com`
 */
export const checkTerminalAddress = (
  raw: string,
  page: PageLocation,
  origins: readonly string[] = [],
): TerminalAddress | null => {
  if (!PLAIN_URL.test(raw) || !URL.canParse(raw)) return null
  const url = new URL(raw)
  const kind = KINDS.get(url.protocol)
  if (
    !kind ||
    !/^[a-z]+:\/\/[^/]/i.test(raw) ||
    url.username !== '' ||
    url.password !== '' ||
    url.hash !== ''
  )
    return null
  const isSecure = url.protocol === 'wss:' || url.protocol === 'https:'
  const isLocal = LOOPBACK.test(url.hostname) && LOOPBACK.test(page.hostname)
  const isOwn = url.host === page.host
  const isListed = origins.some(origin => sameOrigin(origin, url))
  const mayOpen = isSecure ? isOwn || isLocal || isListed : isLocal && page.protocol === 'http:'
  const isOwnCall = isOwn && kind === 'page' && API_PATH.test(url.pathname)
  return mayOpen && !isOwnCall ? { kind, url: url.href, isSameHost: isOwn } : null
}

/** Compares protocol and host, because some engines don't set `origin` of WebSocket URLs. */
const sameOrigin = (origin: string, { protocol, host }: URL): boolean => {
  if (!URL.canParse(origin)) return false
  const listed = new URL(origin)
  return listed.protocol === protocol && listed.host === host
}
