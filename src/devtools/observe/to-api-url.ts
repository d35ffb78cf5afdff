/** The absolute URL of an API call, of any host; null for other URLs. */
export const toApiUrl = (url: string): string | null => {
  const base = globalThis.location?.href
  if (!URL.canParse(url, base)) return null
  const { href, pathname } = new URL(url, base)
  return pathname.startsWith('/api/') ? href : null
}
