import { isObject } from '../../../scripts/lib/json'
import { isSuccess, jsonAnswer, jsonOf, refusal } from '../answered'
import { type Answered, type Call, type Drift, type Operator, type Site, siteOf } from '../mutant'

/** What becomes of each attribute when it is written down carelessly. */
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

function changeCookies(answer: Answered, change: (cookie: string) => string): Answered | undefined {
  const before = answer.headers.getSetCookie()
  const after = before.map(change)
  if (after.every((cookie, index) => cookie === before[index])) return undefined
  const headers = new Headers(answer.headers)
  headers.delete('set-cookie')
  for (const cookie of after) headers.append('set-cookie', cookie)
  return { ...answer, headers }
}

/** DR56: a cookie loses one of its attributes, or gets a weaker one. */
const weakCookie: Operator = {
  driftId: 'DR56',
  sites: ({ responses }): Site[] =>
    responses
      .filter(({ headers }) => headers.some(({ cookie }) => cookie))
      .flatMap(({ status }) =>
        Object.entries(weakenings).map(([name, changes]) =>
          siteOf(
            `${status}:${name}`,
            ...changes.map(change => ({
              alter: (answer: Answered) =>
                answer.status === status ? changeCookies(answer, change) : undefined,
            })),
          ),
        ),
      ),
}

const cookieOf = (text: string | null) => /(?:^|;\s*)refresh_token=([^;]*)/.exec(text ?? '')?.[1]
const sentCookie = ({ headers }: Call) => cookieOf(headers.get('cookie'))
const newCookie = ({ headers }: Answered) =>
  headers
    .getSetCookie()
    .map(cookieOf)
    .find(value => value !== undefined)

function withCookie(call: Call, value: string): Call {
  const headers = new Headers(call.headers)
  headers.set('cookie', `refresh_token=${value}`)
  return { ...call, headers }
}

/** The token is read from the body, and from nowhere else. */
const tokenInBody: Drift = {
  before: call => {
    const value = jsonOf(call)
    const token = isObject(value) ? value.refresh_token : undefined
    return typeof token === 'string'
      ? withCookie(call, token)
      : refusal(['body'], 'Field required', 'missing')
  },
}

const accessTokenNeeded: Drift = {
  before: ({ headers }) =>
    headers.has('authorization') ? undefined : jsonAnswer(401, { detail: 'No token provided' }),
}

/** Each cookie that is handed out stands for the one that the platform knows. */
function makeAliases() {
  const real = new Map<string, string>()
  const latest = (cookie: string): string => {
    const next = real.get(cookie)
    return next === undefined ? cookie : latest(next)
  }
  return { real, latest }
}

/** The same token is good until it ends by itself. */
function notRotated(): Drift {
  const { real, latest } = makeAliases()
  return {
    before: call => {
      const sent = sentCookie(call)
      return sent === undefined || !real.has(sent) ? undefined : withCookie(call, latest(sent))
    },
    alter: (answer, call) => {
      const [sent, given] = [sentCookie(call), newCookie(answer)]
      if (call.operation?.operationId !== 'refreshSession' || !isSuccess(answer)) return undefined
      if (sent === undefined || given === undefined) return undefined
      real.set(latest(sent), given)
      return changeCookies(answer, cookie => cookie.replace(`=${given}`, `=${sent}`))
    },
  }
}

/** The token before the last refresh is refused at once, as when two tabs refresh at the same time. */
function noGrace(): Drift {
  const spent = new Set<string>()
  return {
    before: call => {
      const sent = sentCookie(call)
      return sent !== undefined && spent.has(sent)
        ? jsonAnswer(401, { detail: 'Invalid refresh token' })
        : undefined
    },
    alter: (answer, call) => {
      const sent = sentCookie(call)
      const isRefresh = call.operation?.operationId === 'refreshSession'
      if (isRefresh && isSuccess(answer) && sent !== undefined) spent.add(sent)
      return undefined
    },
  }
}

/** DR60: the session is kept alive in another way. */
const otherRefresh: Operator = {
  driftId: 'DR60',
  sites: ({ operationId, security }) => {
    if (security !== 'refreshCookie') return []
    const both = [siteOf('token in body', tokenInBody), siteOf('access token needed', accessTokenNeeded)]
    const isRefresh = operationId === 'refreshSession'
    return isRefresh ? [...both, { place: 'no grace', ways: [noGrace] }] : both
  },
  wholeSites: () => [{ place: 'not rotated', ways: [notRotated] }],
}

export const sessionOperators: readonly Operator[] = [weakCookie, otherRefresh]
