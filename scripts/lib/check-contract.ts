import { checkOperation, methods } from './check-operation'
import { checkSchema } from './check-schema'
import { isObject, type JsonObject, listAt, objectAt } from './json'
import type { SchemaTable } from './schema-node'
import { rankSchemas } from './schema-rank'

type Entry = { readonly path: string; readonly method: string; readonly operation: JsonObject }

/**
 * Validates a bundled document. Each problem is one full sentence with the path and the fix; an empty list means
 * that all writers can read the document.
 */
export function checkContract(document: JsonObject): string[] {
  const { problems, entries } = listEntries(document)
  return [
    ...checkFrame(document),
    ...problems,
    ...entries.flatMap(checkOperation),
    ...checkUnique(entries),
    ...checkSchemes(document, entries),
    ...checkSchemas(document),
  ]
}

function checkFrame(document: JsonObject): string[] {
  const problems: string[] = []
  if (!/^3\.1\.\d+$/.test(String(document.openapi))) {
    problems.push(
      `The contract says openapi: ${document.openapi}; write openapi: 3.1.1, because the generator reads 3.1 only.`,
    )
  }
  const urls = listAt(document.servers).map(server => objectAt(server).url)
  if (urls.length !== 1 || !/^\/[\w/-]*\w$/.test(String(urls[0]))) {
    problems.push(
      'The contract must have exactly one server with a path as its address; write servers: [{ url: /api }].',
    )
  }
  return problems
}

/** All operations of a document with the parameters of their path item added. */
export function listEntries(document: JsonObject): { problems: string[]; entries: Entry[] } {
  const problems: string[] = []
  const entries: Entry[] = []
  for (const [path, item] of Object.entries(objectAt(document.paths))) {
    if (!path.startsWith('/')) problems.push(`The path ${path} must begin with a slash.`)
    const shared = listAt(objectAt(item).parameters)
    for (const [key, operation] of Object.entries(objectAt(item))) {
      if (['head', 'options', 'trace'].includes(key)) {
        problems.push(
          `${key.toUpperCase()} ${path} has a method that is not supported; use ${methods.join(', ')}.`,
        )
      }
      if (!methods.some(method => method === key) || !isObject(operation)) continue
      const parameters = [...shared, ...listAt(operation.parameters)]
      entries.push({ path, method: key, operation: { ...operation, parameters } })
    }
  }
  return { problems, entries }
}

function checkUnique(entries: readonly Entry[]): string[] {
  const problems: string[] = []
  const ids = new Map<unknown, string>()
  const shapes = new Map<string, string>()
  for (const { path, method, operation } of entries) {
    const where = `${method.toUpperCase()} ${path}`
    const shape = `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
    const sameId = operation.operationId !== undefined && ids.get(operation.operationId)
    if (sameId)
      problems.push(`${where} and ${sameId} share the operationId ${operation.operationId}; rename one.`)
    const sameShape = shapes.get(shape)
    if (sameShape) problems.push(`${where} and ${sameShape} answer the same addresses; keep one of them.`)
    ids.set(operation.operationId, where)
    shapes.set(shape, where)
  }
  return problems
}

function checkSchemes(document: JsonObject, entries: readonly Entry[]): string[] {
  const schemes = objectAt(objectAt(document.components).securitySchemes)
  const problems: string[] = []
  for (const [name, value] of Object.entries(schemes)) {
    if (securityKind(value) === undefined) {
      problems.push(
        `The security scheme ${name} is not supported; use type: http with scheme: bearer, or an apiKey in a cookie.`,
      )
    }
  }
  for (const { operation } of entries) {
    const [name] = Object.keys(objectAt(listAt(operation.security)[0]))
    if (name !== undefined && !Object.hasOwn(schemes, name)) {
      problems.push(
        `${operation.operationId} needs the security scheme ${name}, which components.securitySchemes does not hold.`,
      )
    }
  }
  return problems
}

export function securityKind(scheme: unknown): 'bearer' | 'refreshCookie' | undefined {
  const { type, scheme: kind, in: place } = objectAt(scheme)
  if (type === 'http' && kind === 'bearer') return 'bearer'
  return type === 'apiKey' && place === 'cookie' ? 'refreshCookie' : undefined
}

function checkSchemas(document: JsonObject): string[] {
  const schemas = objectAt(objectAt(document.components).schemas)
  const problems = Object.entries(schemas).flatMap(([name, node]) => [
    ...(/^[A-Z][A-Za-z0-9]*$/.test(name)
      ? []
      : [`The schema ${name} becomes a type; name it in PascalCase, like GroupInList.`]),
    ...checkSchema(node, `The schema ${name}`),
  ])
  if (problems.length > 0) return problems
  const rankOf = rankSchemas(schemas as SchemaTable)
  return Object.entries(schemas as SchemaTable)
    .filter(([, node]) => rankOf(node) === Number.POSITIVE_INFINITY)
    .map(
      ([name]) =>
        `The schema ${name} requires itself without end; make one property of the circle optional or nullable.`,
    )
}
