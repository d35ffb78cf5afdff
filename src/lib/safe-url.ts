/** Null without a document. */
const getOwnOrigin = (): string | null => (typeof location === 'undefined' ? null : location.origin)

/** Whether a path is below `/api`: following it could perform a write (X11). */
export const isApiPath = (pathname: string): boolean => {
  const [first = ''] = pathname.replace(/^\/+/, '').split('/')
  // A proxy may decode an encoded segment.
  return first.includes('%') || first.toLowerCase() === 'api'
}

/** An absolute http(s) URL without credentials that is not one of our API calls, else null. */
export const safeLink = (href: unknown): string | null => {
  if (typeof href !== 'string' || !/^https?:\/\/[^\\/]/i.test(href)) return null
  try {
    const url = new URL(href)
    if (url.username || url.password || !url.hostname) return null
    return url.origin === getOwnOrigin() && isApiPath(url.pathname) ? null : url.href
  } catch {
    return null
  }
}

/** The path of a file below the prefix (with slashes at both ends), else null. `..` can't lead to `/api/`. */
export const safeFile = (address: unknown, prefix: string): string | null => {
  if (typeof address !== 'string') return null
  const origin = getOwnOrigin() ?? 'https://flagship.invalid'
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

/** Path of the platform's task files; other paths are neither linked nor loaded. */
export const FILES_PREFIX = '/files/'
