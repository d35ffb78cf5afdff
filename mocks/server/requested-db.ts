import { dbParameter } from '../platform/db-name'
import { parseCookieHeader } from '../run/cookies'

/** The database of calls that name none. */
export const unnamed = ''

/**
 * The database that a call means: by the header `X-Mock-Db`, else `?mock-db=`, else the cookie `mock-db`. Throws
 * an Error with one sentence for a name that no database can have.
 */
export function dbNameOf(headers: Headers, searchParams: URLSearchParams): string {
  const name =
    headers.get('x-mock-db') ??
    searchParams.get(dbParameter) ??
    parseCookieHeader(headers.get('cookie'))[dbParameter] ??
    unnamed
  if (name === unnamed || /^[\w.-]{1,64}$/.test(name)) return name
  throw new Error('The name of a database has 1 to 64 letters, digits, dots, hyphens or underscores.')
}
