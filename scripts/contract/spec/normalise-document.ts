import { isObject, type JsonObject, listAt, objectAt } from '../../lib/json'
import { nameOfRef, type SchemaNode, type SchemaTable } from '../../lib/schema-node'
import type {
  BackendDocument,
  BackendHeader,
  BackendOperation,
  BackendParameter,
  BackendResponse,
  Content,
  Credential,
} from './backend-document'
import { normaliseSchema, refKey } from './normalise-schema'
import { resolveReference } from './references'

const methods = ['get', 'put', 'post', 'patch', 'delete']

export function normaliseDocument(document: JsonObject): BackendDocument {
  const info = objectAt(document.info)
  const operations = Object.entries(objectAt(document.paths)).flatMap(([path, item]) =>
    operationsAt(document, path, objectAt(resolveReference(document, item))),
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
    const body = objectAt(resolveReference(document, operation.requestBody))
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
      responses: responsesOf(document, operation),
      ...(security && { security }),
    }
  })
}

/** Credentials are read from `security`; frameworks also list them as parameters. */
function isCredential(place: string, name: string): boolean {
  return place === 'cookie' || (place === 'header' && name.toLowerCase() === 'authorization')
}

function parametersOf(document: JsonObject, raw: readonly unknown[]): BackendParameter[] {
  const found = new Map<string, BackendParameter>()
  for (const one of raw) {
    const parameter = objectAt(resolveReference(document, one))
    const { in: place, name } = parameter
    if (typeof place !== 'string' || typeof name !== 'string') continue
    const [media] = Object.values(objectAt(parameter.content))
    const schema = normaliseSchema(parameter.schema ?? objectAt(media).schema)
    const required = place === 'path' || (parameter.required === true && schema.default === undefined)
    found.set(`${place} ${name}`, { in: place, name, required, schema })
  }
  return [...found.values()]
}

function responsesOf(document: JsonObject, operation: JsonObject): BackendResponse[] {
  return Object.entries(objectAt(operation.responses)).flatMap(([key, raw]) => {
    // `default` and ranges such as 2XX name no status.
    if (!/^[1-5]\d\d$/.test(key)) return []
    const response = objectAt(resolveReference(document, raw))
    const headers = Object.entries(objectAt(response.headers)).map(([name, header]) =>
      headerOf(name, objectAt(resolveReference(document, header))),
    )
    return { status: Number(key), content: contentOf(objectAt(response.content)), headers }
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

/** Named schemas and all targets of references; a broken reference has no constraints. */
function schemasOf(document: JsonObject): SchemaTable {
  const table: Record<string, SchemaNode> = Object.create(null)
  const raw = objectAt(objectAt(document.components).schemas)
  for (const [name, schema] of Object.entries(raw)) table[name] = normaliseSchema(schema)
  collectRefs(document, ref => {
    const key = refKey(ref)
    if (!Object.hasOwn(table, key)) table[key] = normaliseSchema(resolveReference(document, { $ref: ref }))
  })
  for (const name of Object.keys(table)) {
    if (isSelfReferencing(table, name)) table[name] = {}
  }
  return table
}

function collectRefs(value: unknown, take: (ref: string) => void): void {
  if (Array.isArray(value)) for (const item of value) collectRefs(item, take)
  if (!isObject(value)) return
  if (typeof value.$ref === 'string') take(value.$ref)
  for (const child of Object.values(value)) collectRefs(child, take)
}

/** A schema composed of itself without a property or list in between has no meaning. */
function isSelfReferencing(table: SchemaTable, name: string): boolean {
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

/**
 * Frameworks describe a token that is read by hand as a header or cookie parameter, so these count too.
 * Undefined if the document has neither.
 */
function securityOf(
  document: JsonObject,
  operation: JsonObject,
  parameters: readonly BackendParameter[],
): readonly Credential[] | undefined {
  const schemes = objectAt(objectAt(document.components).securitySchemes)
  const specified = operation.security ?? document.security
  const byHand = parameters.flatMap(parameter => credentialOf(parameter) ?? [])
  if (!Array.isArray(specified)) return byHand.length > 0 ? byHand : undefined
  const choices = specified.flatMap((choice): Credential[] => {
    const names = Object.keys(objectAt(choice))
    if (names.length === 0) return [{ kind: 'none' }]
    return names.map(name => kindOf(name, objectAt(resolveReference(document, schemes[name]))))
  })
  if (choices.length > 0) return choices
  return byHand.length > 0 ? byHand : [{ kind: 'none' }]
}

function credentialOf({ in: place, name }: BackendParameter): Credential | undefined {
  if (place === 'header' && name.toLowerCase() === 'authorization') return { kind: 'bearer' }
  return place === 'cookie' ? { kind: 'cookie', name } : undefined
}

function kindOf(name: string, scheme: JsonObject): Credential {
  const { type, in: place, name: field } = scheme
  const isToken = type === 'oauth2' || type === 'openIdConnect'
  if (isToken || (type === 'http' && String(scheme.scheme).toLowerCase() === 'bearer'))
    return { kind: 'bearer' }
  if (type === 'apiKey' && place === 'header' && String(field).toLowerCase() === 'authorization') {
    return { kind: 'bearer' }
  }
  if (type === 'apiKey' && place === 'cookie') return { kind: 'cookie', name: String(field) }
  const words = [type, scheme.scheme, place, field].filter(word => typeof word === 'string')
  return { kind: 'other', name: words.length > 0 ? words.join(' ') : name }
}
