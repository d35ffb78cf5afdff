/**
 * The public origin of the server: from the headers of a proxy, else the Host header; `own` if neither is valid. With
 * several proxies, the first is the one that the browser talks to.
 */
export function getPublicOrigin(headers: Headers, own: string): string {
  const first = (name: string) => headers.get(name)?.split(',')[0]?.trim()
  const scheme = first('x-forwarded-proto') === 'https' ? 'https' : 'http'
  const text = `${scheme}://${first('x-forwarded-host') ?? headers.get('host') ?? ''}`
  if (!URL.canParse(text)) return own
  const { href, origin } = new URL(text)
  return href === `${origin}/` ? origin : own
}
