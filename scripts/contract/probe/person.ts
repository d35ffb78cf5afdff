import { type Exchange, textOf } from '../../lib/judge/exchange'
import type { Expectation } from '../../lib/judge/expectation'
import type { Login, Role } from './probe-options'

/** Cookies as a browser would keep them, by name. */
export type Cookies = Map<string, string>

/** Somebody whom the probe asks as. */
export type Person = {
  readonly role: Role
  readonly login: Login
  token: string
  readonly cookies: Cookies
  /** What the sign-in said of the person, as far as it could be read. */
  readonly user: { readonly username?: string; readonly email?: string; readonly id?: number }
}

/** Keeps what an answer sets and forgets what it removes. */
export function storeCookies(cookies: Cookies, { response }: Exchange): void {
  for (const [name, value] of response?.headers ?? []) {
    if (name !== 'set-cookie') continue
    const [, key = '', text = ''] = /^([^=;\s]+)=([^;]*)/.exec(value) ?? []
    if (text === '' || /;\s*max-age=0\b/i.test(value)) cookies.delete(key)
    else cookies.set(key, text)
  }
}

export function cookieHeader(cookies: Cookies): Record<string, string> {
  if (cookies.size === 0) return {}
  return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}

/** The JSON of an answer; undefined where there is none. */
export function jsonOf({ response }: Exchange): unknown {
  try {
    return JSON.parse(textOf(response?.body))
  } catch {
    return undefined
  }
}

/** The person whom a sign-in has let in; undefined where the answer holds no token. */
export function personOf(role: Role, login: Login, answer: Exchange): Person | undefined {
  const body = jsonOf(answer)
  if (!isRecord(body)) return undefined
  // A renamed field is drift, and said to be; the other questions should be asked all the same.
  const [, token] = Object.entries(body).find(([name]) => /^access_?token$/i.test(name)) ?? []
  if (typeof token !== 'string') return undefined
  const cookies: Cookies = new Map()
  storeCookies(cookies, answer)
  const { username, email, id } = isRecord(body.user) ? body.user : {}
  const user = {
    ...(typeof username === 'string' && { username }),
    ...(typeof email === 'string' && { email }),
    ...(typeof id === 'number' && { id }),
  }
  return { role, login, token, cookies, user }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether the access token has run out, as far as a refusal shows it that nobody has asked for. */
export function isTimeUp({ response }: Exchange, { outcomes }: Expectation): boolean {
  return response?.status === 401 && !outcomes.some(({ status }) => status === 401)
}
