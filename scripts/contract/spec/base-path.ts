import { type JsonObject, listAt, objectAt } from '../../lib/json'
import type { Operation } from '../../lib/operation'
import type { BackendOperation } from './backend-document'
import { toPathShape } from './match-paths'

export type BasePath = {
  /** The prefix of the contract's paths in the document: `/api`, or empty. */
  readonly pathPrefix: string
  /** The full base path including the servers; undefined if the document does not say. */
  readonly fullPath?: string
}

/** Finds the most common prefix of the contract's paths. */
export function findBasePath(
  operations: readonly Operation[],
  backend: readonly BackendOperation[],
  document: JsonObject,
  expected: string,
): BasePath {
  const votes = new Map<string, number>()
  for (const { method, path } of operations) {
    for (const other of backend) {
      const shape = toPathShape(other.path)
      if (other.method !== method || !shape.endsWith(toPathShape(path))) continue
      const prefix = shape.slice(0, shape.length - toPathShape(path).length)
      votes.set(prefix, (votes.get(prefix) ?? 0) + 1)
    }
  }
  const rank = (prefix: string) =>
    (votes.get(prefix) ?? 0) + (prefix === expected ? 0.5 : prefix === '' ? 0.25 : 0)
  const [pathPrefix = ''] = [...votes.keys()].sort((a, b) => rank(b) - rank(a))
  const servers = listAt(document.servers).map(server => String(objectAt(server).url ?? '/'))
  const fullPaths = servers.map(url => withoutHost(url) + pathPrefix)
  const right = fullPaths.find(fullPath => fullPath === expected || fullPath.endsWith(expected))
  if (right !== undefined) return { pathPrefix, fullPath: right }
  // Without servers, or with a host only, a proxy may add the base path.
  const isOpen = pathPrefix === '' && servers.every(url => /^\w+:\/\//.test(url) && withoutHost(url) === '')
  return isOpen || votes.size === 0 ? { pathPrefix } : { pathPrefix, fullPath: fullPaths[0] ?? pathPrefix }
}

function withoutHost(url: string): string {
  return url.replace(/^(?:\w+:)?\/\/[^/]*/, '').replace(/\/+$/, '')
}
