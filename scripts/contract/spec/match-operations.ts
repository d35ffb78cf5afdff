import type { Operation } from '../../lib/operation'
import type { SchemaTable } from '../../lib/schema-node'
import { alternativesOf } from './alternatives'
import type { BackendDocument, BackendOperation, Content } from './backend-document'
import { pathSimilarity, toPathShape } from './match-paths'

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
  const own = [operation.body?.schema, success?.schema].flatMap(node => (node ? fieldsOf(node, schemas) : []))
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
  return [...content.values()].flatMap(node => fieldsOf(node, schemas))
}

function fieldsOf(node: Parameters<typeof alternativesOf>[0], schemas: SchemaTable): string[] {
  return alternativesOf(node, schemas).flatMap(({ flat }) => [
    ...flat.properties.keys(),
    ...(flat.items
      ? alternativesOf(flat.items, schemas).flatMap(item => [...item.flat.properties.keys()])
      : []),
  ])
}
