/** Attributes that the platform doesn't use are left out. */
export interface ParsedCookie {
  name: string
  value: string
  path: string
  /** Seconds; 0 or less removes the cookie; undefined means a session cookie. */
  maxAge?: number
}

/** Parses a Cookie header. The first of equal names wins, as the more specific path comes first. */
export function parseCookieHeader(header: string | null): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const part of header?.split(';') ?? []) {
    const split = part.indexOf('=')
    if (split < 1) continue
    const name = part.slice(0, split).trim()
    if (!Object.hasOwn(cookies, name)) cookies[name] = part.slice(split + 1).trim()
  }
  return cookies
}

function parseSetCookie(header: string): ParsedCookie {
  const [pair = '', ...attributes] = header.split(';')
  const split = pair.indexOf('=')
  const cookie: ParsedCookie = {
    name: pair.slice(0, split).trim(),
    value: pair.slice(split + 1).trim(),
    path: '/',
  }
  for (const attribute of attributes) {
    const [key = '', value = ''] = attribute.split('=').map(text => text.trim())
    if (key.toLowerCase() === 'path') cookie.path = value
    if (key.toLowerCase() === 'max-age') cookie.maxAge = Number(value)
  }
  return cookie
}

/** RFC 6265, section 5.1.4: a cookie of `/api/auth` is sent to `/api/auth/refresh` and not to `/api/authors`. */
function matchesPath(path: string, cookiePath: string): boolean {
  if (!path.startsWith(cookiePath)) return false
  return path.length === cookiePath.length || cookiePath.endsWith('/') || path[cookiePath.length] === '/'
}

/** Cookies for hosts that can't read HttpOnly ones: workers and tests. */
export class CookieJar {
  #cookies: readonly ParsedCookie[] = []

  /** The cookies that would be sent to a path. */
  read(path: string): Record<string, string> {
    const sent = this.#cookies.filter(cookie => matchesPath(path, cookie.path))
    return Object.fromEntries(sent.map(({ name, value }) => [name, value]))
  }

  /** Stores the Set-Cookie values of a response. */
  store(setCookies: readonly string[]): void {
    for (const cookie of setCookies.map(parseSetCookie)) {
      const others = this.#cookies.filter(({ name, path }) => name !== cookie.name || path !== cookie.path)
      const isAlive = cookie.maxAge === undefined || cookie.maxAge > 0
      this.#cookies = isAlive ? [...others, cookie] : others
    }
  }

  /** All cookies: the same array until `store` changes it. */
  toJSON(): readonly ParsedCookie[] {
    return this.#cookies
  }

  restore(cookies: readonly ParsedCookie[]): void {
    this.#cookies = cookies
  }
}
