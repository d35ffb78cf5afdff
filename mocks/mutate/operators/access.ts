import { type BufferedResponse, type Call, createSite, type Drift, type Operator } from '../mutant'
import { jsonResponse, withCookies } from '../responses'
import { successResponse } from '../success-response'

/** DR55: login and refresh set no cookie, or one of another name. */
const cookieLost: Operator = {
  driftId: 'DR55',
  sites: ({ responses }) =>
    responses
      .filter(({ headers }) => headers.some(({ cookie }) => cookie))
      .flatMap(({ status }) => [
        createSite(
          `${status}:missing`,
          changeCookies(status, () => []),
        ),
        createSite(
          `${status}:renamed`,
          changeCookies(status, cookies => cookies.map(cookie => cookie.replace(/^[^=]+/, 'refresh'))),
        ),
      ]),
}

function changeCookies(status: number, change: (cookies: string[]) => string[]): Drift {
  return {
    after: response => {
      const cookies = response.headers.getSetCookie()
      if (response.status !== status || cookies.length === 0) return undefined
      return withCookies(response, change(cookies))
    },
  }
}

const hasCredential = ({ operation, headers }: Call) =>
  operation?.security === 'refreshCookie' ? headers.has('cookie') : headers.has('authorization')

/** DR57: no authentication, or every token is accepted. */
const open: Operator = {
  driftId: 'DR57',
  sites: operation => {
    if (operation.security === 'none') return []
    const respondToAll = (isWith: boolean) => ({
      after: (response: BufferedResponse, call: Call) =>
        response.status === 401 && hasCredential(call) === isWith ? successResponse(operation) : undefined,
    })
    return [
      createSite('no credential', respondToAll(false)),
      createSite('wrong credential', respondToAll(true)),
    ]
  },
}

/** DR58: a request without a token is rejected. */
const closed: Operator = {
  driftId: 'DR58',
  sites: ({ security }) => {
    if (security !== 'none') return []
    const rejections = ['No token provided', 'Not authenticated'].map(detail => jsonResponse(401, { detail }))
    return [
      createSite(
        'security',
        ...rejections.map(validationError => ({
          before: (call: Call) => (call.headers.has('authorization') ? undefined : validationError),
        })),
      ),
    ]
  },
}

/** DR59: the token or the cookie is read under another name. */
const otherScheme: Operator = {
  driftId: 'DR59',
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
}

function readOtherHeader(call: Call): Call | undefined {
  const token = call.headers.get('x-token')
  if (!call.headers.has('authorization') && token === null) return undefined
  const headers = new Headers(call.headers)
  headers.delete('authorization')
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  return { ...call, headers }
}

function readOtherCookie(call: Call): Call | undefined {
  const cookies = call.headers.get('cookie')
  if (cookies === null) return undefined
  const headers = new Headers(call.headers)
  headers.set('cookie', cookies.replaceAll('refresh_token=', 'other='))
  return { ...call, headers }
}

export const accessOperators: readonly Operator[] = [cookieLost, open, closed, otherScheme]
