import { isObject } from '../../contract/json'
import { decodeBody, type Exchange, type Expectation } from '../../contract/validator/exchange'
import type { Login, Role } from './probe-options'

export type Cookies = Map<string, string>

export type ProbeUser = {
  readonly role: Role
  readonly login: Login
  token: string
  readonly cookies: Cookies
  /** User data of the login response, as far as it is valid. */
  readonly profile: {
    readonly username?: string
    readonly email?: string
    readonly id?: number
    readonly first_name?: string
    readonly last_name?: string
  }
}

export function storeCookies(cookies: Cookies, { response }: Exchange): void {
  for (const [name, value] of response?.headers ?? []) {
    if (name !== 'set-cookie') continue
    const [, key = '', text = ''] = /^([^=;\s]+)=([^;]*)/.exec(value) ?? []
    if (text === '' || text === '""' || /;\s*max-age=0\b/i.test(value)) cookies.delete(key)
    else cookies.set(key, text)
  }
}

export function cookieHeader(cookies: Cookies): Record<string, string> {
  if (cookies.size === 0) return {}
  return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}

/** Without fields that are null, which means absent; undefined if the body is not JSON. */
export function parseJson({ response }: Exchange): unknown {
  try {
    const value: unknown = JSON.parse(decodeBody(response?.body))
    dropNulls(value)
    return value
  } catch {
    return undefined
  }
}

/** A reviver would do the same in more than twice the time. Names that are numbers keep null, as items of lists do. */
function dropNulls(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) dropNulls(item)
  if (!isObject(value)) return
  const fields: Record<string, unknown> = value
  for (const name of Object.keys(fields))
    if (fields[name] === null && Number.isNaN(Number(name))) delete fields[name]
    else dropNulls(fields[name])
}

/** The user of a login response; undefined without a token. */
export function toProbeUser(role: Role, login: Login, exchange: Exchange): ProbeUser | undefined {
  const body = parseJson(exchange)
  if (!isObject(body)) return undefined
  // A renamed token field is reported as drift; the other steps should still run.
  const [, token] = Object.entries(body).find(([name]) => /^access_?token$/i.test(name)) ?? []
  if (typeof token !== 'string') return undefined
  const cookies: Cookies = new Map()
  storeCookies(cookies, exchange)
  const { username, email, id, first_name, last_name } = isObject(body.user) ? body.user : {}
  const profile = {
    ...(typeof username === 'string' && { username }),
    ...(typeof email === 'string' && { email }),
    ...(typeof id === 'number' && { id }),
    ...(typeof first_name === 'string' && { first_name }),
    ...(typeof last_name === 'string' && { last_name }),
  }
  return { role, login, token, cookies, profile: profile }
}

export function isTokenExpired({ response }: Exchange, { outcomes }: Expectation): boolean {
  return response?.status === 401 && !outcomes.some(({ status }) => status === 401)
}
