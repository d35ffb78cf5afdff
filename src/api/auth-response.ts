import { isRecord } from '../lib/is-record'
import type { paths } from './schema.gen'

/** Response of login, LMS login and refresh: the user and both tokens. */
export type AuthResponse = paths['/auth/refresh']['post']['responses'][200]['content']['application/json']

const isToken = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[\x21-\x7e]{1,8192}$/.test(value) &&
  value !== 'undefined' &&
  value !== 'null'

/** Runtime check: a response without both tokens and a username starts no session. */
export const isAuthResponse = (value: unknown): value is AuthResponse =>
  isRecord(value) &&
  isToken(value.access_token) &&
  isToken(value.refresh_token) &&
  isRecord(value.user) &&
  typeof value.user.username === 'string'
