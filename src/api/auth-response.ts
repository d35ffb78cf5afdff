import type { paths } from './schema.gen'

/** What login, LMS login and refresh answer: the user and both tokens (specification §3). */
export type AuthResponse = paths['/auth/refresh']['post']['responses'][200]['content']['application/json']

const isToken = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[\x21-\x7e]{1,8192}$/.test(value) &&
  value !== 'undefined' &&
  value !== 'null'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Types are not checks: without both tokens and a user with a name, an answer starts no session. */
export const isAuthResponse = (value: unknown): value is AuthResponse =>
  isRecord(value) &&
  isToken(value.access_token) &&
  isToken(value.refresh_token) &&
  isRecord(value.user) &&
  typeof value.user.username === 'string'
