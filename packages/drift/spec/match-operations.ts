import { type JsonObject, listAt, objectAt } from '../../contract/json'
import type { Operation } from '../../contract/operation'
import type { SchemaTable } from '../../contract/schema-node'
import { editDistance, normalizeName } from '../../contract/similar-names'
import { getAlternatives } from './alternatives'
import type { BackendDocument, BackendOperation, Content } from './normalise-document'

export type Match = {
  readonly operation: Operation
  readonly backend: BackendOperation
  /** `same` except for parameter names and base path; `moved` to another path; another `method`. */
  readonly kind: 'same' | 'moved' | 'method'
}

export type Matches = {
  readonly matched: readonly Match[]
  readonly removed: readonly Operation[]
  readonly others: readonly BackendOperation[]
}

const MIN_SIMILARITY = 0.6

export function matchOperations(
  operations: readonly Operation[],
  schemas: SchemaTable,
  document: BackendDocument,
  pathPrefix: string,
): Matches {
  const rest = new Set(document.operations)
  const matched: Match[] = []
  const shapeIn = (path: string) => {
    const shape = toPathShape(path)
    return shape.startsWith(pathPrefix) ? shape.slice(pathPrefix.length) : `(elsewhere) ${shape}`
  }
  const take = (operation: Operation, backend: BackendOperation, kind: Match['kind']) => {
    rest.delete(backend)
    matched.push({ operation, backend, kind })
  }
  const byCall = new Map(document.operations.map(one => [`${one.method} ${shapeIn(one.path)}`, one]))
  const unmatched = operations.filter(operation => {
    const backend = byCall.get(`${operation.method} ${toPathShape(operation.path)}`)
    if (backend) take(operation, backend, 'same')
    return !backend
  })
  const pairs = unmatched
    .flatMap(operation =>
      [...rest].map(backend => {
        const isSamePath = shapeIn(backend.path) === toPathShape(operation.path)
        const score = isSamePath
          ? 2
          : operationSimilarity(operation, schemas, backend, document.schemas, pathPrefix)
        return { operation, backend, score, kind: isSamePath ? ('method' as const) : ('moved' as const) }
      }),
    )
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .sort((a, b) => b.score - a.score)
  for (const { operation, backend, kind } of pairs) {
    if (rest.has(backend) && !matched.some(one => one.operation === operation)) take(operation, backend, kind)
  }
  return {
    matched,
    removed: operations.filter(operation => !matched.some(one => one.operation === operation)),
    others: [...rest],
  }
}

/** From 0 to 1, by path, parameters and fields; an equal operationId gives 1. */
function operationSimilarity(
  operation: Operation,
  schemas: SchemaTable,
  backend: BackendOperation,
  backendSchemas: SchemaTable,
  pathPrefix: string,
): number {
  if (operation.operationId === backend.operationId) return 1
  if (operation.method !== backend.method) return 0
  const path = backend.path.startsWith(pathPrefix) ? backend.path.slice(pathPrefix.length) : backend.path
  const isBelow = toPathShape(backend.path).endsWith(toPathShape(operation.path)) ? 0.4 : 0
  const names = shared(
    operation.parameters.filter(one => one.in === 'query').map(one => one.name),
    backend.parameters.filter(one => one.in === 'query').map(one => one.name),
  )
  const success = operation.responses.find(({ status }) => status < 300)
  const own = [operation.body?.schema, success?.schema].flatMap(node =>
    node ? getFields(node, schemas) : [],
  )
  const contents = [
    backend.body?.content,
    ...backend.responses.filter(({ status }) => status < 300).map(one => one.content),
  ]
  const other = contents.flatMap(content => (content ? fieldsIn(content, backendSchemas) : []))
  return isBelow + 0.6 * pathSimilarity(operation.path, path) + 0.15 * names + 0.25 * shared(own, other)
}

function shared(a: readonly string[], b: readonly string[]): number {
  const all = new Set([...a, ...b])
  // Having no fields does not make two operations similar.
  return all.size === 0 ? 0.5 : a.filter(name => b.includes(name)).length / all.size
}

function fieldsIn(content: Content, schemas: SchemaTable): string[] {
  return [...content.values()].flatMap(node => getFields(node, schemas))
}

function getFields(node: Parameters<typeof getAlternatives>[0], schemas: SchemaTable): string[] {
  return getAlternatives(node, schemas).flatMap(({ flat }) => [
    ...flat.properties.keys(),
    ...(flat.items
      ? getAlternatives(flat.items, schemas).flatMap(item => [...item.flat.properties.keys()])
      : []),
  ])
}

/** `/groups/{group_id}/` → `/groups/{}`. */
export function toPathShape(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/$/, '')
}

export function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}:]*)[^}]*\}/g)].map(match => match[1] ?? '')
}

/** From 0 to 1: the share of segments in common, in order. */
function pathSimilarity(a: string, b: string): number {
  const [left, right] = [getSegments(a), getSegments(b)]
  let row = Array.from({ length: right.length + 1 }, () => 0)
  for (const one of left) {
    const next = [0]
    for (const [index, other] of right.entries()) {
      const both = (row[index] ?? 0) + segmentSimilarity(one, other)
      next.push(Math.max(both, row[index + 1] ?? 0, next[index] ?? 0))
    }
    row = next
  }
  return (row.at(-1) ?? 0) / Math.max(left.length, right.length, 1)
}

function getSegments(path: string): string[] {
  return toPathShape(path)
    .split('/')
    .filter(segment => segment !== '')
}

function segmentSimilarity(a: string, b: string): number {
  if (a === b) return 1
  if (a === '{}' || b === '{}') return 0
  const like = similarity(a, b)
  return like >= 0.6 ? like : 0
}

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

export type Rename = { readonly to: string; readonly from: string }

type Hints = {
  readonly order: { readonly lost: readonly string[]; readonly extra: readonly string[] }
  readonly isCompatible: (lost: string, extra: string) => boolean
}

const MIN_NAME_SIMILARITY = 0.5

/** Pairs removed names with added ones, the most similar first. */
export function findRenames(lost: readonly string[], extra: readonly string[], hints: Hints): Rename[] {
  const isOnly = lost.length === 1 && extra.length === 1
  const pairs = lost.flatMap(to =>
    extra.map(from => {
      const isInPlace = hints.order.lost.indexOf(to) === hints.order.extra.indexOf(from)
      const isAsMany = hints.order.lost.length === hints.order.extra.length
      return {
        to,
        from,
        score: similarity(to, from) + (isOnly && isInPlace && isAsMany ? MIN_NAME_SIMILARITY : 0),
      }
    }),
  )
  const found: Rename[] = []
  for (const { to, from, score } of pairs.sort((a, b) => b.score - a.score)) {
    const isTaken = found.some(one => one.to === to || one.from === from)
    if (score >= MIN_NAME_SIMILARITY && !isTaken && hints.isCompatible(to, from)) found.push({ to, from })
  }
  return found
}

/** From 0 to 1; 1 if equal except for case and separators, at least 0.6 if one contains the other. */
function similarity(a: string, b: string): number {
  const [left, right] = [normalizeName(a), normalizeName(b)]
  if (left === right) return 1
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  const share = 1 - editDistance(left, right) / Math.max(left.length, right.length, 1)
  const isWithin = short.length > 2 && (long.startsWith(short) || long.endsWith(short))
  return isWithin ? Math.max(0.6, share) : share
}
