/** The absolute address of a call of the platform, which is one below /api of whatever host; null for all others. */
export const apiAddress = (url: string): string | null => {
  const base = globalThis.location?.href
  if (!URL.canParse(url, base)) return null
  const { href, pathname } = new URL(url, base)
  return pathname.startsWith('/api/') ? href : null
}
