import { posix } from 'node:path'
import { operations } from '../src/api/operations.gen'

/** The contract's GETs that write (`x-effect`). */
export const actingOperations = Object.values(operations).filter(
  ({ method, effect }) => method === 'get' && effect === 'write',
)

/** Their paths, as the source of one pattern over a decoded path. */
export const actingPaths: string = actingOperations
  // A path with something behind it counts too: frameworks cut slashes and path parameters off.
  .map(({ path }) => `/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}(?:[/;]|$)`)
  .join('|')

const acting = new RegExp(`^(?:${actingPaths})`, 'i')

type Request = { method?: string | undefined; url?: string | undefined; headers: Record<string, unknown> }

/** Decoded once, without double slashes and dots, as nginx compares. A path that can't be decoded is taken as it is. */
function normalizePath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  try {
    return posix.normalize(decodeURIComponent(path))
  } catch {
    return path
  }
}

/**
 * Whether a browser sends a GET that writes and says that no script of this site asked for it: another site, a link, an
 * image. Browsers send the headers only over https and to loopback addresses; without both nothing is known.
 */
export function isForeignWrite({ method, url = '/', headers }: Request): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !acting.test(normalizePath(url))) return false
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  if (site === undefined && mode === undefined) return false
  return site !== 'same-origin' || mode !== 'cors'
}
