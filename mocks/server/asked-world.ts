import { parseCookieHeader } from '../run/cookies'
import { worldParameter } from '../world/world-name'

/** The world of calls that name none. */
export const unnamed = ''

/**
 * The world that a call means: by the header `X-Mock-World`, else `?mock-world=`, else the cookie `mock-world`. Throws
 * an Error with one sentence for a name that no world can have.
 */
export function worldNameOf(headers: Headers, searchParams: URLSearchParams): string {
  const name =
    headers.get('x-mock-world') ??
    searchParams.get(worldParameter) ??
    parseCookieHeader(headers.get('cookie'))[worldParameter] ??
    unnamed
  if (name === unnamed || /^[\w.-]{1,64}$/.test(name)) return name
  throw new Error('The name of a world has 1 to 64 letters, digits, dots, hyphens or underscores.')
}
