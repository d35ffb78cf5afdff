import { refreshingCookie } from '../lib/cookie'
import type { ApiDeps } from './deps'

type MarkDeps = Pick<ApiDeps, 'storage' | 'cookies' | 'clock'>

/** Milliseconds after which a browser without `keepalive` asks again: it has dropped the call with its page. */
const droppedLimit = 2000

const hasKeepalive = (): boolean => typeof Request !== 'undefined' && 'keepalive' in Request.prototype

const hasCookie = ({ cookies }: MarkDeps): boolean => cookies.read().includes(`${refreshingCookie.name}=`)

/**
 * Notes that a refresh is under way, for the page that comes after this one if it is closed or reloaded meanwhile. The
 * server that serves the site takes the cookie away with the answer (deploy/nginx), so that page knows at once.
 */
export const markRefresh = (deps: MarkDeps, limit: number): void => {
  deps.cookies.write(refreshingCookie.text(limit / 1000))
  deps.storage.set('flagship.refreshing', `${deps.clock.now()}${hasCookie(deps) ? ' c' : ''}`)
}

export const unmarkRefresh = (deps: MarkDeps): void => {
  deps.storage.remove('flagship.refreshing')
  deps.cookies.write(refreshingCookie.text(0))
}

/** Milliseconds for which a marked refresh may still be under way; 0 or less when none is. */
export const orphanTimeLeft = (deps: MarkDeps, limit: number): number => {
  const [began = '', withCookie] = deps.storage.get('flagship.refreshing')?.split(' ') ?? []
  const age = deps.clock.now() - (began === '' ? Number.NaN : Number(began))
  if (!(age >= 0) || (withCookie && !hasCookie(deps))) return 0
  return (hasKeepalive() ? limit : droppedLimit) - age
}
