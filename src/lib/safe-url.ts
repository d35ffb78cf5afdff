/** Null without a document. */
const getOwnOrigin = (): string | null => (typeof location === 'undefined' ? null : location.origin)

const MAX_DECODED = 5

/**
 * The first part of a path as a server may read it: decoded byte by byte and as often as it can be, without dots, empty
 * parts and path parameters.
 */
export const getFirstPart = (pathname: string): string => {
  let path = pathname
  // More than a chain of servers decodes is an attack, and each pass costs the length of the path.
  for (let pass = 0; path.includes('%'); pass += 1) {
    const before = path
    if (pass === MAX_DECODED) return 'api'
    path = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (path === before) break
  }
  const parts: string[] = []
  for (const part of path.split(/[/\\]/)) {
    const [name = ''] = part.split(';', 1)
    if (name === '..') parts.pop()
    else if (name !== '' && name !== '.') parts.push(name)
  }
  return (parts[0] ?? '').toLowerCase()
}

/** An absolute http(s) URL without credentials that is not one of our API calls, else null. */
export const safeLink = (href: unknown): string | null => {
  if (typeof href !== 'string' || !/^https?:\/\/[^\\/]/i.test(href)) return null
  try {
    const url = new URL(href)
    if (url.username || url.password || !url.hostname) return null
    // Following a link below `/api` could perform a write (X11).
    return url.origin === getOwnOrigin() && getFirstPart(url.pathname) === 'api' ? null : url.href
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
