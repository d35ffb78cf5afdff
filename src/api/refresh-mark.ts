import { refreshingCookieText } from '../lib/cookie'
import type { ApiDeps } from './deps'

type MarkDeps = Pick<ApiDeps, 'storage' | 'cookies' | 'clock'>

const key = 'flagship.refreshing'

const hasCookie = ({ cookies }: MarkDeps): boolean => cookies.read().includes('flagship_refreshing')

/**
 * Notes that a refresh is under way, for the page that comes after this one if it is closed or reloaded meanwhile. The
 * server that serves the site takes the cookie away with the answer (deploy/nginx), so that page knows at once.
 */
export const markRefresh = (deps: MarkDeps, limit: number): void => {
  deps.cookies.write(refreshingCookieText(limit / 1000))
  deps.storage.set(key, deps.clock.now() + (hasCookie(deps) ? ' c' : ''))
}

export const unmarkRefresh = ({ storage, cookies }: MarkDeps): void => {
  storage.remove(key)
  cookies.write(refreshingCookieText(0))
}

/** Milliseconds for which a marked refresh may still be under way; 0 or less when none is. */
export const orphanTimeLeft = (deps: MarkDeps, limit: number): number => {
  const [began, withCookie] = deps.storage.get(key)?.split(' ') ?? []
  const age = deps.clock.now() - Number(began)
  return age >= 0 && !(withCookie && !hasCookie(deps)) ? limit - age : 0
}
