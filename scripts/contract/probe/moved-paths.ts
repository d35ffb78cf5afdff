import type { Exchange } from '../../lib/validator/exchange'
import { parseJson } from './probe-user'

/** `flags` for `flag`. */
const togglePlural = (word: string) => (word.endsWith('s') ? word.slice(0, -1) : `${word}s`)
const toggleDash = (word: string) =>
  word.includes('-') ? word.replaceAll('-', '_') : word.replaceAll('_', '-')

export async function findMovedPath(
  path: string,
  request: (path: string) => Promise<Exchange>,
): Promise<string | undefined> {
  for (const other of similarPaths(path)) if (isKnown(await request(other))) return other
  return undefined
}

/** A missing record has a detail of the API, a missing path that of the framework. */
function isKnown(seen: Exchange): boolean {
  const { status = 404 } = seen.response ?? {}
  if (status !== 404) return status < 500
  const { detail } = (parseJson(seen) ?? {}) as { detail?: unknown }
  return typeof detail === 'string' && detail !== 'Not Found'
}

/** Where a removed path may have moved: trailing slash, plural, hyphen or underscore, version prefix. */
function similarPaths(path: string): string[] {
  const segments = path.split('/')
  const changed = segments.flatMap((segment, index) =>
    segment === '' || segment.startsWith('{')
      ? []
      : [togglePlural(segment), toggleDash(segment)].map(other => segments.with(index, other).join('/')),
  )
  // The last segment is renamed more often than its parents.
  return [...new Set([`${path}/`, ...changed.reverse(), `/v1${path}`, `/v2${path}`])].filter(
    one => one !== path,
  )
}
