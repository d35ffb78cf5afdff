import type { Operation } from '../../lib/operation'
import type { SchemaTable } from '../../lib/schema-node'
import { alternativesOf } from './alternatives'
import type { BackendDocument, BackendOperation, Content } from './backend-document'
import { pathLikeness, shapeOf } from './match-paths'

export type Match = {
  readonly operation: Operation
  readonly backend: BackendOperation
  /** `same` but for names of parameters and the base path; `moved` to another path; by another `method`. */
  readonly kind: 'same' | 'moved' | 'method'
}

export type Matches = {
  readonly matched: readonly Match[]
  readonly removed: readonly Operation[]
  /** What the backend has beside. */
  readonly others: readonly BackendOperation[]
}

const enough = 0.6

/** Finds each operation of the contract in the document: by its path, else by what is most like it. */
export function matchOperations(
  operations: readonly Operation[],
  schemas: SchemaTable,
  document: BackendDocument,
  inPaths: string,
): Matches {
  const rest = new Set(document.operations)
  const matched: Match[] = []
  const shapeIn = (path: string) => {
    const shape = shapeOf(path)
    return shape.startsWith(inPaths) ? shape.slice(inPaths.length) : `(elsewhere) ${shape}`
  }
  const take = (operation: Operation, backend: BackendOperation, kind: Match['kind']) => {
    rest.delete(backend)
    matched.push({ operation, backend, kind })
  }
  const byCall = new Map(document.operations.map(one => [`${one.method} ${shapeIn(one.path)}`, one]))
  const unmatched = operations.filter(operation => {
    const backend = byCall.get(`${operation.method} ${shapeOf(operation.path)}`)
    if (backend) take(operation, backend, 'same')
    return !backend
  })
  const pairs = unmatched
    .flatMap(operation =>
      [...rest].map(backend => {
        const isSamePath = shapeIn(backend.path) === shapeOf(operation.path)
        const score = isSamePath ? 2 : likenessOf(operation, schemas, backend, document.schemas, inPaths)
        return { operation, backend, score, kind: isSamePath ? ('method' as const) : ('moved' as const) }
      }),
    )
    .filter(({ score }) => score >= enough)
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

/** From 0 to 1, by the path, the parameters and the fields of body and answer; an equal operationId settles it. */
function likenessOf(
  operation: Operation,
  schemas: SchemaTable,
  backend: BackendOperation,
  backendSchemas: SchemaTable,
  inPaths: string,
): number {
  if (operation.operationId === backend.operationId) return 1
  if (operation.method !== backend.method) return 0
  const path = backend.path.startsWith(inPaths) ? backend.path.slice(inPaths.length) : backend.path
  const isBelow = shapeOf(backend.path).endsWith(shapeOf(operation.path)) ? 0.4 : 0
  const names = shared(
    operation.parameters.filter(one => one.in === 'query').map(one => one.name),
    backend.parameters.filter(one => one.in === 'query').map(one => one.name),
  )
  const success = operation.responses.find(({ status }) => status < 300)
  const own = [operation.body?.schema, success?.schema].flatMap(node => (node ? fieldsOf(node, schemas) : []))
  const contents = [
    backend.body?.content,
    ...backend.answers.filter(({ status }) => status < 300).map(one => one.content),
  ]
  const other = contents.flatMap(content => (content ? fieldsIn(content, backendSchemas) : []))
  return isBelow + 0.6 * pathLikeness(operation.path, path) + 0.15 * names + 0.25 * shared(own, other)
}

function shared(a: readonly string[], b: readonly string[]): number {
  const all = new Set([...a, ...b])
  // Two calls without any fields are no more alike for that.
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
