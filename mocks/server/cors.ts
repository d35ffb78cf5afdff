/** Response headers that pages of other origins may read. */
const EXPOSED_HEADERS = 'content-disposition, date, retry-after, x-request-id, x-mock-violation'

/** Allows pages of this machine to call the server with cookies. */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined || !isLoopback(origin)) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': EXPOSED_HEADERS,
  }
}

export const preflightHeaders: Record<string, string> = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, x-mock-db',
  'access-control-max-age': '600',
}

/**
 * Other sites must not reset a developer's database. Requests without an origin come from tests, the command line or
 * links.
 */
export function canUseControls(origin: string | null): boolean {
  return origin === null || isLoopback(origin)
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}
