/** Where the page itself stands: `location` fits. */
export type PagePlace = Pick<Location, 'protocol' | 'host' | 'hostname'>

/** An address that may be opened: over a socket in our own terminal, or as a page in a frame. */
export interface TerminalAddress {
  kind: 'socket' | 'page'
  url: string
  /** On the page's own host, where a frame that had its origin could reach the page itself. */
  isOwn: boolean
}

// As in safe-url.ts, which this file does not import: the application's first script would then share a file with the
// terminal's document. An encoded first word may be decoded by a server on the way.
const callPath = /^\/+(?:api(?:\/|$)|[^/]*%)/i

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const kinds = new Map<string, TerminalAddress['kind']>([
  ['wss:', 'socket'],
  ['ws:', 'socket'],
  ['https:', 'page'],
  ['http:', 'page'],
])

/** What an address is written with; anything else a browser would silently mend, and open something unexpected. */
const plain = /^[!-[\]-~]{1,2000}$/

/**
 * Checks the address that `webssh` gave (design §6; cases T09 and X10). Own host, a loopback address on a page that is on
 * one itself, and the listed origins may be opened; unencrypted only from loopback to loopback. A page below our own
 * `/api` is none: to load it is to make a call. Null: nothing is opened.
 * A listed origin must also stand in `connect-src` (`wss:`) or `frame-src` (`https:`) of `deploy/headers.json`.
 *
 * @param origins as in `wss://terminal.example.com`, from `terminal_origins` of the configuration
 */
export const checkTerminalAddress = (
  raw: string,
  page: PagePlace,
  origins: readonly string[] = [],
): TerminalAddress | null => {
  if (!plain.test(raw) || !URL.canParse(raw)) return null
  const url = new URL(raw)
  const kind = kinds.get(url.protocol)
  if (
    !kind ||
    !/^[a-z]+:\/\/[^/]/i.test(raw) ||
    url.username !== '' ||
    url.password !== '' ||
    url.hash !== ''
  )
    return null
  const isSecure = url.protocol === 'wss:' || url.protocol === 'https:'
  const isLocal = loopback.test(url.hostname) && loopback.test(page.hostname)
  const isOwn = url.host === page.host
  const isListed = origins.some(origin => sameOrigin(origin, url))
  const mayOpen = isSecure ? isOwn || isLocal || isListed : isLocal && page.protocol === 'http:'
  const isOwnCall = isOwn && kind === 'page' && callPath.test(url.pathname)
  return mayOpen && !isOwnCall ? { kind, url: url.href, isOwn } : null
}

/** `origin` of a socket's address is the same text as of any other, yet not every engine had it so. */
const sameOrigin = (origin: string, { protocol, host }: URL): boolean => {
  if (!URL.canParse(origin)) return false
  const listed = new URL(origin)
  return listed.protocol === protocol && listed.host === host
}
