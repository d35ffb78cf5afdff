import { type JsonObject, listAt, objectAt } from '../../lib/json'
import type { Operation } from '../../lib/operation'
import type { BackendOperation } from './backend-document'
import { shapeOf } from './match-paths'

export type BasePath = {
  /** What stands before the contract's paths in the document's own paths: `/api`, or nothing. */
  readonly inPaths: string
  /** The whole base path with what the servers add; undefined where the document leaves it open. */
  readonly whole?: string
}

/** Finds by majority what the backend writes before the contract's paths. */
export function findBasePath(
  operations: readonly Operation[],
  backend: readonly BackendOperation[],
  document: JsonObject,
  expected: string,
): BasePath {
  const votes = new Map<string, number>()
  for (const { method, path } of operations) {
    for (const other of backend) {
      const shape = shapeOf(other.path)
      if (other.method !== method || !shape.endsWith(shapeOf(path))) continue
      const prefix = shape.slice(0, shape.length - shapeOf(path).length)
      votes.set(prefix, (votes.get(prefix) ?? 0) + 1)
    }
  }
  const rank = (prefix: string) =>
    (votes.get(prefix) ?? 0) + (prefix === expected ? 0.5 : prefix === '' ? 0.25 : 0)
  const [inPaths = ''] = [...votes.keys()].sort((a, b) => rank(b) - rank(a))
  const servers = listAt(document.servers).map(server => String(objectAt(server).url ?? '/'))
  const wholes = servers.map(url => withoutHost(url) + inPaths)
  const right = wholes.find(whole => whole === expected || whole.endsWith(expected))
  if (right !== undefined) return { inPaths, whole: right }
  // Without a word about servers, or with an address that a proxy may stand before, an absent base path says nothing.
  const isOpen = inPaths === '' && servers.every(url => /^\w+:\/\//.test(url) && withoutHost(url) === '')
  return isOpen || votes.size === 0 ? { inPaths } : { inPaths, whole: wholes[0] ?? inPaths }
}

function withoutHost(url: string): string {
  return url.replace(/^(?:\w+:)?\/\/[^/]*/, '').replace(/\/+$/, '')
}
