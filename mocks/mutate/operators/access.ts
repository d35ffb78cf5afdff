import { jsonAnswer } from '../answered'
import { type Answered, type Call, type Drift, type Operator, siteOf } from '../mutant'
import { successAnswer } from '../success-answer'

/** DR55: login and refresh hand out no cookie, or one of another name. */
const cookieLost: Operator = {
  driftId: 'DR55',
  sites: ({ responses }) =>
    responses
      .filter(({ headers }) => headers.some(({ cookie }) => cookie))
      .flatMap(({ status }) => [
        siteOf(
          `${status}:missing`,
          changeCookies(status, () => []),
        ),
        siteOf(
          `${status}:renamed`,
          changeCookies(status, cookies => cookies.map(cookie => cookie.replace(/^[^=]+/, 'refresh'))),
        ),
      ]),
}

function changeCookies(status: number, change: (cookies: string[]) => string[]): Drift {
  return {
    alter: answer => {
      const cookies = answer.headers.getSetCookie()
      if (answer.status !== status || cookies.length === 0) return undefined
      const headers = new Headers(answer.headers)
      headers.delete('set-cookie')
      for (const cookie of change(cookies)) headers.append('set-cookie', cookie)
      return { ...answer, headers }
    },
  }
}

const hasCredential = ({ operation, headers }: Call) =>
  operation?.security === 'refreshCookie' ? headers.has('cookie') : headers.has('authorization')

/** DR57: nobody is asked who they are, or every token is a right one. */
const open: Operator = {
  driftId: 'DR57',
  sites: operation => {
    if (operation.security === 'none') return []
    const answerAll = (isWith: boolean) => ({
      alter: (answer: Answered, call: Call) =>
        answer.status === 401 && hasCredential(call) === isWith ? successAnswer(operation) : undefined,
    })
    return [siteOf('no credential', answerAll(false)), siteOf('wrong credential', answerAll(true))]
  },
}

/** DR58: a visitor without a token is refused. */
const closed: Operator = {
  driftId: 'DR58',
  sites: ({ security }) => {
    if (security !== 'none') return []
    const refusals = ['No token provided', 'Not authenticated'].map(detail => jsonAnswer(401, { detail }))
    return [
      siteOf(
        'security',
        ...refusals.map(refusal => ({
          before: (call: Call) => (call.headers.has('authorization') ? undefined : refusal),
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
    return [siteOf('security', { before: security === 'bearer' ? readOtherHeader : readOtherCookie })]
  },
  wholeSites: () => [
    siteOf('bearer', {
      before: call => (call.operation?.security === 'bearer' ? readOtherHeader(call) : undefined),
    }),
    siteOf('cookie', {
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
