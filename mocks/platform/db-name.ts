import { parseCookieHeader } from '../run/cookies'
import type { Db } from './db'

/** Selects one of several databases of a server in URLs and cookies. */
const dbParam = 'mock-db'

/** Adds the database's name to a URL, so that following it leads to the same database. */
export function withDbName({ settings }: Db, address: string): string {
  if (settings.dbName === null) return address
  return `${address}${address.includes('?') ? '&' : '?'}${dbParam}=${settings.dbName}`
}

/** The database of requests without a name. */
export const DEFAULT_DB = ''

/**
 * The database that a request names: by the header `X-Mock-Db`, else `?mock-db=`, else the cookie `mock-db`. Throws an
 * Error for an invalid name.
 */
export function getDbName(headers: Headers, searchParams: URLSearchParams): string {
  const name =
    headers.get('x-mock-db') ??
    searchParams.get(dbParam) ??
    parseCookieHeader(headers.get('cookie'))[dbParam] ??
    DEFAULT_DB
  if (name === DEFAULT_DB || /^[\w.-]{1,64}$/.test(name)) return name
  throw new Error('The name of a database has 1 to 64 letters, digits, dots, hyphens or underscores.')
}
