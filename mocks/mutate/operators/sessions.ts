import { isObject } from '../../../scripts/lib/json'
import { type BufferedResponse, type Call, createSite, type Drift, type Operator, type Site } from '../mutant'
import { isSuccess, jsonResponse, parseJson, validationError, withCookies } from '../responses'

/** Ways to lose or weaken each attribute. */
const weakenings: Record<string, readonly ((cookie: string) => string)[]> = {
  HttpOnly: [cookie => cookie.replace(/;\s*HttpOnly/i, '')],
  Secure: [cookie => cookie.replace(/;\s*Secure/i, '')],
  SameSite: [
    cookie => cookie.replace(/;\s*SameSite=\w+/i, ''),
    cookie => cookie.replace(/SameSite=\w+/i, 'SameSite=None'),
    cookie => cookie.replace(/SameSite=\w+/i, 'SameSite=Lax'),
  ],
  Path: [
    cookie => cookie.replace(/Path=[^;]+/i, 'Path=/'),
    cookie => cookie.replace(/;\s*Path=[^;]+/i, ''),
    cookie => cookie.replace(/Path=[^;]+/i, 'Path=/auth'),
  ],
}

function changeCookies(
  response: BufferedResponse,
  change: (cookie: string) => string,
): BufferedResponse | undefined {
  const before = response.headers.getSetCookie()
  const after = before.map(change)
  if (after.every((cookie, index) => cookie === before[index])) return undefined
  return withCookies(response, after)
}

/** DR56: a cookie loses an attribute, or gets a weaker one. */
const weakCookie: Operator = {
  driftId: 'DR56',
  sites: ({ responses }): Site[] =>
    responses
      .filter(({ headers }) => headers.some(({ cookie }) => cookie))
      .flatMap(({ status }) =>
        Object.entries(weakenings).map(([name, changes]) =>
          createSite(
            `${status}:${name}`,
            ...changes.map(change => ({
              after: (response: BufferedResponse) =>
                response.status === status ? changeCookies(response, change) : undefined,
            })),
          ),
        ),
      ),
}

const cookieOf = (text: string | null) => /(?:^|;\s*)refresh_token=([^;]*)/.exec(text ?? '')?.[1]
const sentCookie = ({ headers }: Call) => cookieOf(headers.get('cookie'))
const newCookie = ({ headers }: BufferedResponse) =>
  headers
    .getSetCookie()
    .map(cookieOf)
    .find(value => value !== undefined)

function withCookie(call: Call, value: string): Call {
  const headers = new Headers(call.headers)
  headers.set('cookie', `refresh_token=${value}`)
  return { ...call, headers }
}

/** The token is read from the body only. */
const tokenInBody: Drift = {
  before: call => {
    const value = parseJson(call)
    const token = isObject(value) ? value.refresh_token : undefined
    return typeof token === 'string'
      ? withCookie(call, token)
      : validationError(['body'], 'Field required', 'missing')
  },
}

const accessTokenNeeded: Drift = {
  before: ({ headers }) =>
    headers.has('authorization') ? undefined : jsonResponse(401, { detail: 'No token provided' }),
}

/** Maps each cookie that was sent to the client to the one that the platform knows. */
function makeAliases() {
  const real = new Map<string, string>()
  const latest = (cookie: string): string => {
    const next = real.get(cookie)
    return next === undefined ? cookie : latest(next)
  }
  return { real, latest }
}

/** The same token stays valid until it expires. */
function notRotated(): Drift {
  const { real, latest } = makeAliases()
  return {
    before: call => {
      const sent = sentCookie(call)
      return sent === undefined || !real.has(sent) ? undefined : withCookie(call, latest(sent))
    },
    after: (response, call) => {
      const [sent, given] = [sentCookie(call), newCookie(response)]
      if (call.operation?.operationId !== 'refreshSession' || !isSuccess(response)) return undefined
      if (sent === undefined || given === undefined) return undefined
      real.set(latest(sent), given)
      return changeCookies(response, cookie => cookie.replace(`=${given}`, `=${sent}`))
    },
  }
}

/** The previous token is rejected at once, which breaks two tabs that refresh at the same time. */
function noGrace(): Drift {
  const spent = new Set<string>()
  return {
    before: call => {
      const sent = sentCookie(call)
      return sent !== undefined && spent.has(sent)
        ? jsonResponse(401, { detail: 'Invalid refresh token' })
        : undefined
    },
    after: (response, call) => {
      const sent = sentCookie(call)
      const isRefresh = call.operation?.operationId === 'refreshSession'
      if (isRefresh && isSuccess(response) && sent !== undefined) spent.add(sent)
      return undefined
    },
  }
}

/** DR60: the session is refreshed in another way. */
const otherRefresh: Operator = {
  driftId: 'DR60',
  sites: ({ operationId, security }) => {
    if (security !== 'refreshCookie') return []
    const both = [
      createSite('token in body', tokenInBody),
      createSite('access token needed', accessTokenNeeded),
    ]
    const isRefresh = operationId === 'refreshSession'
    return isRefresh ? [...both, { location: 'no grace', variants: [noGrace] }] : both
  },
  globalSites: () => [{ location: 'not rotated', variants: [notRotated] }],
}

export const sessionOperators: readonly Operator[] = [weakCookie, otherRefresh]
