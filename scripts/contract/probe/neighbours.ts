import type { Exchange } from '../../lib/judge/exchange'
import { jsonOf } from './person'

/** A segment in the other number: `flags` for `flag`. */
const otherNumber = (word: string) => (word.endsWith('s') ? word.slice(0, -1) : `${word}s`)
const otherDash = (word: string) =>
  word.includes('-') ? word.replaceAll('-', '_') : word.replaceAll('_', '-')

/** The first neighbour of a path that the server knows; it is asked for one after the other. */
export async function findMoved(
  path: string,
  ask: (path: string) => Promise<Exchange>,
): Promise<string | undefined> {
  for (const other of neighboursOf(path)) if (isKnown(await ask(other))) return other
  return undefined
}

/** A missing record is told in words of the API, a missing address in those of its framework. */
function isKnown(seen: Exchange): boolean {
  const { status = 404 } = seen.response ?? {}
  if (status !== 404) return status < 500
  const { detail } = (jsonOf(seen) ?? {}) as { detail?: unknown }
  return typeof detail === 'string' && detail !== 'Not Found'
}

/**
 * Where a call may have gone whose path the server does not know any more: with a slash behind, in the other number,
 * written with the other dash, below a version. Each is as the contract writes paths: `/groups/{id}/`.
 */
function neighboursOf(path: string): string[] {
  const segments = path.split('/')
  const changed = segments.flatMap((segment, index) =>
    segment === '' || segment.startsWith('{')
      ? []
      : [otherNumber(segment), otherDash(segment)].map(other => segments.with(index, other).join('/')),
  )
  // What stands last is renamed more often than what others stand below.
  return [...new Set([`${path}/`, ...changed.reverse(), `/v1${path}`, `/v2${path}`])].filter(
    one => one !== path,
  )
}
