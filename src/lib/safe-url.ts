/** This site's own origin; null where there is no document. */
const ownOrigin = (): string | null => (typeof location === 'undefined' ? null : location.origin)

/** An address below the one prefix under which a call, and so a write, can be made (reliability X11). */
export const isCall = (pathname: string): boolean => {
  const [first = ''] = pathname.replace(/^\/+/, '').split('/')
  // An encoded first word may be decoded by a server on the way.
  return first.includes('%') || first.toLowerCase() === 'api'
}

/** An absolute http or https address without a user name in it that is no call of our own, else null. */
export const safeLink = (href: unknown): string | null => {
  if (typeof href !== 'string' || !/^https?:\/\/[^\\/]/i.test(href)) return null
  try {
    const url = new URL(href)
    if (url.username || url.password || !url.hostname) return null
    return url.origin === ownOrigin() && isCall(url.pathname) ? null : url.href
  } catch {
    return null
  }
}

/**
 * The path of an own file under the prefix, else null. Judged after the browser's own normalisation, so that no `..`
 * leads out of it and into `/api/`.
 * @param prefix with slashes at both ends, as in `/files/`
 */
export const safeFile = (address: unknown, prefix: string): string | null => {
  if (typeof address !== 'string') return null
  const origin = ownOrigin() ?? 'https://flagship.invalid'
  if (!address.startsWith(prefix) && !address.startsWith(origin + prefix)) return null
  try {
    const url = new URL(address, origin)
    const isInside =
      url.origin === origin && url.pathname.startsWith(prefix) && !/%2f|%5c|%2e/i.test(url.pathname)
    return isInside ? url.pathname + url.search : null
  } catch {
    return null
  }
}
