/**
 * Scheme and host by which the browser knows the server: what a proxy in front says of them, else the Host header;
 * `own` where neither makes an origin. The first of several proxies is the one that the browser talks to.
 */
export function originOf(headers: Headers, own: string): string {
  const first = (name: string) => headers.get(name)?.split(',')[0]?.trim()
  const scheme = first('x-forwarded-proto') === 'https' ? 'https' : 'http'
  const text = `${scheme}://${first('x-forwarded-host') ?? headers.get('host') ?? ''}`
  if (!URL.canParse(text)) return own
  const { href, origin } = new URL(text)
  return href === `${origin}/` ? origin : own
}
