/** Headers that a page may read although they are not on the short list of the fetch standard. */
const exposed = 'content-disposition, date, retry-after, x-request-id, x-mock-violation'

/** What lets pages of this machine call the server with cookies; nothing for any other origin. */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined || !isLoopback(origin)) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed,
  }
}

/** The answer to a preflight request. */
export const preflightHeaders: Record<string, string> = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, x-mock-db',
  'access-control-max-age': '600',
}

/**
 * Whether a page may use the controls: no other site may begin a developer's database anew. Whoever names no origin is a
 * test, a command line or a link that was followed.
 */
export function mayControl(origin: string | null): boolean {
  return origin === null || isLoopback(origin)
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}
