import { isIP } from 'node:net'

/** A header's value of a request, by its lower-case name. */
type Headers = { get(name: string): string | null }

const getName = (origin: string): string | null =>
  URL.canParse(origin) ? new URL(origin).hostname.replace(/^\[|\]$/g, '') : null

/** Whether a page of this machine sent the request. */
export function isLoopback(origin: string): boolean {
  const name = getName(origin)
  return name === 'localhost' || name === '127.0.0.1' || name === '::1'
}

/**
 * Whether a request names the server by an address or by a name that nobody can register. A site that lets its own name
 * point to this machine could otherwise read everything here as its own.
 */
export function isOwnName(headers: Headers): boolean {
  const host = headers.get('host')
  if (host === null) return true
  const name = getName(`http://${host}`)
  if (name === null) return false
  return isIP(name) !== 0 || !name.includes('.') || /\.(?:localhost|internal)$/.test(name)
}

/** Whether a WebSocket is opened by a program, a page of this machine, or one of the site in front of the server. */
export function mayConnect(headers: Headers): boolean {
  const origin = headers.get('origin')
  if (!isOwnName(headers)) return false
  if (origin === null || isLoopback(origin)) return true
  const [outer = ''] = (headers.get('x-forwarded-host') ?? headers.get('host') ?? '').split(/\s*,/, 1)
  return URL.canParse(origin) && new URL(origin).host === outer.toLowerCase()
}

/** Whether a browser says that a page of another site asks, also by an image or a link, which have no origin. */
export function isFromOtherSite(headers: Headers): boolean {
  const origin = headers.get('origin')
  return headers.get('sec-fetch-site') === 'cross-site' || (origin !== null && !isLoopback(origin))
}
