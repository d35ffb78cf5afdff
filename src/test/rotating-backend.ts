import type { User } from '../../packages/contract/schema.gen'
import { untilAborted } from '../api/until-aborted'

/** One request as it reached the server. */
export type SentRequest = {
  method: string
  /** Path below `/api` with its query. */
  path: string
  headers: Record<string, string>
  bearer: string | null
  /** One character per byte. */
  body: string
}

type Family = { user: User; current: string; spent: Set<string>; isRevoked: boolean }
type Fault = (sent: SentRequest, request: Request) => Response | undefined | Promise<Response | undefined>

export const makeUser = (id: number, username = `user-${id}`): User => ({
  id,
  username,
  email: `${username}@example.com`,
  email_verified: true,
  no_password: false,
})

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const unauthorized = (detail: string): Response => json(401, { detail })

/** The request without its body, which is read asynchronously. */
const readHead = (request: Request): SentRequest => {
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  const bearer = headers.authorization?.replace('Bearer ', '') ?? null
  return { method: request.method, path: pathname.replace(/^\/api/, '') + search, headers, bearer, body: '' }
}

/**
 * A fake backend with refresh token rotation: a reused token revokes the session and is counted. Stores the cookie of one
 * browser and a journal of requests.
 */
export const createRotatingBackend = () => {
  const families = new Map<string, Family>()
  const accessTokens = new Map<string, Family>()
  const journal: SentRequest[] = []
  let cookie: string | null = null
  let issued = 0
  let refreshesInFlight = 0
  let fault: Fault = () => undefined
  let latency = (): Promise<unknown> => new Promise(resolve => setImmediate(resolve))
  const counters = { refreshes: 0, reuse: 0, mostRefreshesAtOnce: 0 }

  const issue = (family: Family): Response => {
    issued += 1
    const access = `access-${issued}`
    const refresh = `refresh-${issued}`
    accessTokens.set(access, family)
    families.set(refresh, family)
    family.current = refresh
    return json(
      200,
      { user: family.user, access_token: access, refresh_token: refresh },
      { 'x-cookie': refresh },
    )
  }

  const rotate = (presented: string | null): Response => {
    const family = presented === null ? undefined : families.get(presented)
    if (!presented || !family) return unauthorized('No token provided')
    if (family.spent.has(presented)) {
      counters.reuse += 1
      family.isRevoked = true
    }
    if (family.isRevoked) return unauthorized('Invalid refresh token')
    family.spent.add(presented)
    return issue(family)
  }

  const login = (sent: SentRequest): Response => {
    const { username, password } = JSON.parse(sent.body) as { username: string; password: string }
    if (password !== 'right') return unauthorized('Incorrect username or password')
    const id = Number(/\d+$/.exec(username)?.[0] ?? 1)
    return issue({ user: makeUser(id, username), current: '', spent: new Set(), isRevoked: false })
  }

  const logout = (presented: string | null): Response => {
    const family = presented === null ? undefined : families.get(presented)
    if (family) family.isRevoked = true
    return new Response(null, { status: 204, headers: { 'x-cookie': '' } })
  }

  const echo = (sent: SentRequest): Response => {
    if (!sent.bearer) return unauthorized('No token provided')
    const family = accessTokens.get(sent.bearer)
    if (!family || family.isRevoked) return unauthorized('Invalid token')
    return json(200, { path: sent.path, length: sent.body.length, user: family.user.id })
  }

  const answer = (sent: SentRequest, presented: string | null): Response => {
    if (sent.path === '/auth/refresh') return rotate(presented)
    if (sent.path === '/auth/login' || sent.path === '/auth/callback') {
      return sent.path === '/auth/login' ? login(sent) : issue(newFamily(7))
    }
    return sent.path === '/auth/logout' ? logout(presented) : echo(sent)
  }

  const newFamily = (id: number): Family => ({
    user: makeUser(id),
    current: '',
    spent: new Set(),
    isRevoked: false,
  })

  const serve = async (request: Request): Promise<Response> => {
    // A browser reads the cookie when it sends, and stores the new one with the response.
    const presented = cookie
    const sent = readHead(request)
    journal.push(sent)
    const isRefresh = sent.path === '/auth/refresh'
    if (isRefresh) {
      counters.refreshes += 1
      refreshesInFlight += 1
      counters.mostRefreshesAtOnce = Math.max(counters.mostRefreshesAtOnce, refreshesInFlight)
    }
    try {
      const response = await untilAborted(
        (async () => {
          sent.body = Buffer.from(await request.arrayBuffer()).toString('latin1')
          await latency()
          const served = (await fault(sent, request)) ?? answer(sent, presented)
          await latency()
          return served
        })(),
        request.signal,
      )
      const next = response.headers.get('x-cookie')
      if (next !== null) cookie = next || null
      return response
    } finally {
      if (isRefresh) refreshesInFlight -= 1
    }
  }

  return {
    fetch: serve,
    journal,
    counters,
    sentTo: (path: string): SentRequest[] => journal.filter(sent => sent.path.startsWith(path)),
    /** Creates a session as an earlier visit would have; returns the stored token. */
    signIn(id = 1): string {
      issued += 1
      const token = `refresh-${issued}`
      const family: Family = { ...newFamily(id), current: token }
      families.set(token, family)
      cookie = token
      return token
    },
    /** The response of a refresh. */
    rotate: (): Response => rotate(cookie),
    expireAccess: (): void => accessTokens.clear(),
    /** Replaces the response of some requests; undefined for the default. */
    interceptWith(next: Fault): void {
      fault = next
    },
    setLatency(next: () => Promise<unknown>): void {
      latency = next
    },
  }
}

export type RotatingBackend = ReturnType<typeof createRotatingBackend>
