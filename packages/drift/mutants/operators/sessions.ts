import { isObject } from '../../../contract/json'
import { type BufferedResponse, type Call, createSite, type Drift, type Operators } from '../mutant'
import {
  isSuccess,
  jsonResponse,
  parseJson,
  successResponse,
  validationError,
  withCookies,
  withHeader,
} from '../responses'

/** Changes the cookies that responses of one status set. */
const changeCookies = (status: number, change: (cookies: string[]) => string[]): Drift => ({
  after: response => {
    const before = response.headers.getSetCookie()
    const after = change(before)
    if (response.status !== status || before.join() === after.join()) return undefined
    return withCookies(response, after)
  },
})

const renameCookie = (cookie: string) => cookie.replace(/^[^=]+/, 'refresh')

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

const hasCredential = ({ operation, headers }: Call) =>
  headers.has(operation?.security === 'refreshCookie' ? 'cookie' : 'authorization')

const withRequestHeader = (call: Call, name: string, value: string): Call => {
  const headers = new Headers(call.headers)
  headers.set(name, value)
  return { ...call, headers }
}

function readOtherHeader(call: Call): Call | undefined {
  const token = call.headers.get('x-token')
  if (token !== null) return withRequestHeader(call, 'authorization', `Bearer ${token}`)
  if (!call.headers.has('authorization')) return undefined
  const headers = new Headers(call.headers)
  headers.delete('authorization')
  return { ...call, headers }
}

function readOtherCookie(call: Call): Call | undefined {
  const cookies = call.headers.get('cookie')
  return cookies === null
    ? undefined
    : withRequestHeader(call, 'cookie', cookies.replaceAll('refresh_token=', 'other='))
}

const getCookie = (text: string | null) => /(?:^|;\s*)refresh_token=([^;]*)/.exec(text ?? '')?.[1]
const sentCookie = ({ headers }: Call) => getCookie(headers.get('cookie'))
const newCookie = ({ headers }: BufferedResponse) =>
  headers
    .getSetCookie()
    .map(getCookie)
    .find(value => value !== undefined)
const withCookie = (call: Call, value: string) => withRequestHeader(call, 'cookie', `refresh_token=${value}`)
const isRefresh = ({ operation }: Call) => operation?.operationId === 'refreshSession'

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

/** The same token stays valid until it expires: maps each cookie of the client to the one that the platform knows. */
function notRotated(): Drift {
  const real = new Map<string, string>()
  const latest = (cookie: string): string => {
    const next = real.get(cookie)
    return next === undefined ? cookie : latest(next)
  }
  return {
    before: call => {
      const sent = sentCookie(call)
      return sent === undefined || !real.has(sent) ? undefined : withCookie(call, latest(sent))
    },
    after: (response, call) => {
      const [sent, given] = [sentCookie(call), newCookie(response)]
      if (!isRefresh(call) || !isSuccess(response)) return undefined
      if (sent === undefined || given === undefined) return undefined
      real.set(latest(sent), given)
      const cookies = response.headers.getSetCookie()
      return withCookies(
        response,
        cookies.map(cookie => cookie.replace(`=${given}`, `=${sent}`)),
      )
    },
  }
}

/** The previous token is rejected at once, which breaks two tabs that refresh at the same time. */
function noGrace(): Drift {
  const spent = new Set<string>()
  return {
    before: call =>
      spent.has(sentCookie(call) ?? '') ? jsonResponse(401, { detail: 'Invalid refresh token' }) : undefined,
    after: (response, call) => {
      const sent = sentCookie(call)
      if (isRefresh(call) && isSuccess(response) && sent !== undefined) spent.add(sent)
      return undefined
    },
  }
}

const corsHeader = (name: string, value: string | undefined): Drift => {
  const header = `access-control-allow-${name}`
  return {
    after: response => (response.headers.has(header) ? withHeader(response, header, value) : undefined),
  }
}

export const sessionOperators: Operators = {
  /** Login and refresh set no cookie, or one of another name. */
  DR55: ({ responses }) =>
    responses
      .filter(({ headers }) => headers.some(({ cookie }) => cookie))
      .flatMap(({ status }) => [
        createSite(
          `${status}:missing`,
          changeCookies(status, () => []),
        ),
        createSite(
          `${status}:renamed`,
          changeCookies(status, cookies => cookies.map(renameCookie)),
        ),
      ]),
  /** A cookie loses an attribute, or gets a weaker one. */
  DR56: ({ responses }) =>
    responses
      .filter(({ headers }) => headers.some(({ cookie }) => cookie))
      .flatMap(({ status }) =>
        Object.entries(weakenings).map(([name, changes]) =>
          createSite(
            `${status}:${name}`,
            ...changes.map(change => changeCookies(status, cookies => cookies.map(change))),
          ),
        ),
      ),
  /** No authentication, or every token is accepted. */
  DR57: {
    kind: 'readers',
    sites: operation => {
      if (operation.security === 'none') return []
      const respondToAll = (isWith: boolean): Drift => ({
        after: (response, call) =>
          response.status === 401 && hasCredential(call) === isWith ? successResponse(operation) : undefined,
      })
      return [
        createSite('no credential', respondToAll(false)),
        createSite('wrong credential', respondToAll(true)),
      ]
    },
  },
  /** A request without a token is rejected. */
  DR58: ({ security }) => {
    if (security !== 'none') return []
    const rejections = ['No token provided', 'Not authenticated'].map(detail => jsonResponse(401, { detail }))
    const drifts = rejections.map(
      (rejection): Drift => ({
        before: call => (call.headers.has('authorization') ? undefined : rejection),
      }),
    )
    return [createSite('security', ...drifts)]
  },
  /** The token or the cookie is read under another name. */
  DR59: {
    sites: ({ security }) => {
      if (security === 'none') return []
      return [createSite('security', { before: security === 'bearer' ? readOtherHeader : readOtherCookie })]
    },
    globalSites: () => [
      createSite('bearer', {
        before: call => (call.operation?.security === 'bearer' ? readOtherHeader(call) : undefined),
      }),
      createSite('cookie', {
        before: call => (call.operation?.security === 'refreshCookie' ? readOtherCookie(call) : undefined),
      }),
    ],
  },
  /** The session is refreshed in another way. */
  DR60: {
    sites: ({ operationId, security }) => {
      if (security !== 'refreshCookie') return []
      const both = [
        createSite('token in body', tokenInBody),
        createSite('access token needed', accessTokenNeeded),
      ]
      return operationId === 'refreshSession'
        ? [...both, { location: 'no grace', variants: [noGrace] }]
        : both
    },
    globalSites: () => [{ location: 'not rotated', variants: [notRotated] }],
  },
  /** Pages of another origin may not call, or not with cookies. */
  DR66: {
    globalSites: () => [
      createSite('credentials lost', corsHeader('credentials', undefined)),
      createSite('any origin', corsHeader('origin', '*')),
      createSite('origin gone', corsHeader('origin', undefined)),
      createSite('token refused', corsHeader('headers', 'content-type')),
      createSite('methods refused', corsHeader('methods', 'GET, POST')),
      createSite('preflight refused', {
        before: ({ method }) =>
          method === 'OPTIONS' ? jsonResponse(405, { detail: 'Method Not Allowed' }) : undefined,
      }),
    ],
  },
}
