/** An absolute http or https address without a user name in it, else null. */
export const safeLink = (href: unknown): string | null => {
  if (typeof href !== 'string' || !/^https?:\/\/[^\\]/i.test(href)) return null
  try {
    const url = new URL(href)
    return url.username || url.password || !url.hostname ? null : url.href
  } catch {
    return null
  }
}

/**
 * The path of an image under the prefix that serves files, else null. Judged after the browser's own
 * normalisation, so that no `..` leads out of it and into `/api/`.
 */
export const safeImage = (src: unknown, prefix: string): string | null => {
  if (typeof src !== 'string' || !src.startsWith(prefix)) return null
  const origin = 'https://flagship.invalid'
  try {
    const url = new URL(src, origin)
    const isInside =
      url.origin === origin && url.pathname.startsWith(prefix) && !/%2f|%5c|%2e/i.test(url.pathname)
    return isInside ? url.pathname + url.search : null
  } catch {
    return null
  }
}
