import { isObject, type JsonObject, listAt, objectAt } from '../../lib/json'
import { nameOfRef, type SchemaNode, type SchemaTable } from '../../lib/schema-node'
import type {
  BackendAnswer,
  BackendDocument,
  BackendHeader,
  BackendOperation,
  BackendParameter,
  Content,
} from './backend-document'
import { normaliseSchema, refKey } from './normalise-schema'
import { follow } from './references'
import { securityOf } from './security-of'

const methods = ['get', 'put', 'post', 'patch', 'delete']

/** Reads any OpenAPI 3.0 or 3.1 document. What it cannot read is as if the document did not say it; it never throws. */
export function normaliseDocument(document: JsonObject): BackendDocument {
  const info = objectAt(document.info)
  const operations = Object.entries(objectAt(document.paths)).flatMap(([path, item]) =>
    operationsAt(document, path, objectAt(follow(document, item))),
  )
  return {
    title: [info.title, info.version].filter(part => typeof part === 'string').join(' ') || 'without a title',
    operations,
    schemas: schemasOf(document),
  }
}

function operationsAt(document: JsonObject, path: string, item: JsonObject): BackendOperation[] {
  return methods.flatMap(method => {
    const operation = item[method]
    if (!isObject(operation)) return []
    const parameters = parametersOf(document, [...listAt(item.parameters), ...listAt(operation.parameters)])
    const body = objectAt(follow(document, operation.requestBody))
    const security = securityOf(document, operation, parameters)
    return {
      method,
      path,
      ...(typeof operation.operationId === 'string' && { operationId: operation.operationId }),
      tags: listAt(operation.tags).filter(tag => typeof tag === 'string'),
      parameters: parameters.filter(({ in: place, name }) => !isCredential(place, name)),
      ...(isObject(body.content) && {
        body: { required: body.required === true, content: contentOf(body.content) },
      }),
      answers: answersOf(document, operation),
      ...(security && { security }),
    }
  })
}

/** The token and the session's cookie are read under `security`; a framework sends them as plain parameters. */
function isCredential(place: string, name: string): boolean {
  return place === 'cookie' || (place === 'header' && name.toLowerCase() === 'authorization')
}

function parametersOf(document: JsonObject, raw: readonly unknown[]): BackendParameter[] {
  const found = new Map<string, BackendParameter>()
  for (const one of raw) {
    const parameter = objectAt(follow(document, one))
    const { in: place, name } = parameter
    if (typeof place !== 'string' || typeof name !== 'string') continue
    const [media] = Object.values(objectAt(parameter.content))
    const schema = normaliseSchema(parameter.schema ?? objectAt(media).schema)
    const required = place === 'path' || (parameter.required === true && schema.default === undefined)
    found.set(`${place} ${name}`, { in: place, name, required, schema })
  }
  return [...found.values()]
}

function answersOf(document: JsonObject, operation: JsonObject): BackendAnswer[] {
  return Object.entries(objectAt(operation.responses)).flatMap(([key, raw]) => {
    // `default` and ranges promise no status in particular.
    if (!/^[1-5]\d\d$/.test(key)) return []
    const answer = objectAt(follow(document, raw))
    const headers = Object.entries(objectAt(answer.headers)).map(([name, header]) =>
      headerOf(name, objectAt(follow(document, header))),
    )
    return { status: Number(key), content: contentOf(objectAt(answer.content)), headers }
  })
}

function headerOf(name: string, header: JsonObject): BackendHeader {
  return {
    name: name.toLowerCase(),
    ...(typeof header.required === 'boolean' && { required: header.required }),
    schema: normaliseSchema(header.schema),
    ...(isObject(header['x-cookie']) && { cookie: header['x-cookie'] }),
  }
}

function contentOf(content: JsonObject): Content {
  return new Map(
    Object.entries(content).map(([type, media]) => [
      (type.split(';')[0] ?? '').trim().toLowerCase(),
      normaliseSchema(objectAt(media).schema),
    ]),
  )
}

/** The named schemas and whatever else references lead to; a reference that leads nowhere says nothing. */
function schemasOf(document: JsonObject): SchemaTable {
  const table: Record<string, SchemaNode> = Object.create(null)
  const raw = objectAt(objectAt(document.components).schemas)
  for (const [name, schema] of Object.entries(raw)) table[name] = normaliseSchema(schema)
  collectRefs(document, ref => {
    const key = refKey(ref)
    if (!Object.hasOwn(table, key)) table[key] = normaliseSchema(follow(document, { $ref: ref }))
  })
  for (const name of Object.keys(table)) {
    if (holdsItself(table, name)) table[name] = {}
  }
  return table
}

function collectRefs(value: unknown, take: (ref: string) => void): void {
  if (Array.isArray(value)) for (const item of value) collectRefs(item, take)
  if (!isObject(value)) return
  if (typeof value.$ref === 'string') take(value.$ref)
  for (const child of Object.values(value)) collectRefs(child, take)
}

/** Whether a schema is composed of itself without a property or list between: such a one has no meaning. */
function holdsItself(table: SchemaTable, name: string): boolean {
  const seen = new Set<string>()
  const visit = (node: SchemaNode | undefined): boolean => {
    if (!node) return false
    const target = node.$ref === undefined ? undefined : nameOfRef(node.$ref)
    if (target === name) return true
    if (target !== undefined && !seen.has(target)) {
      seen.add(target)
      if (visit(table[target])) return true
    }
    return [...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])].some(visit)
  }
  return visit(table[name])
}
