/**
 * A cookie of a real server as a browser keeps it from `http://127.0.0.1`: it belongs to this address, and needs no
 * encryption. Without Secure, SameSite=None would be refused.
 */
export function usableCookie(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';')
  const kept = attributes.filter(
    attribute => !/^\s*(?:domain\s*=|secure\s*$|partitioned\s*$)/i.test(attribute),
  )
  const others = kept.map(attribute => attribute.replace(/^\s*samesite\s*=\s*none\s*$/i, ' SameSite=Lax'))
  return [pair, ...others].join(';')
}
