import { decodeUri, isObject, type JsonObject, listAt, objectAt, unescapeStep } from '../../contract/json'
import { nameOfRef, refTo, type SchemaNode, type SchemaTable } from '../../contract/schema-node'

const methods = ['get', 'put', 'post', 'patch', 'delete']

export function normaliseDocument(document: JsonObject): BackendDocument {
  const info = objectAt(document.info)
  const operations = Object.entries(objectAt(document.paths)).flatMap(([path, item]) =>
    operationsAt(document, path, objectAt(resolveReference(document, item))),
  )
  return {
    title: [info.title, info.version].filter(part => typeof part === 'string').join(' ') || 'without a title',
    operations,
    schemas: getSchemas(document),
    usesNull: /"nullable":true|"null"/.test(JSON.stringify(document)),
  }
}

function operationsAt(document: JsonObject, path: string, item: JsonObject): BackendOperation[] {
  return methods.flatMap(method => {
    const operation = item[method]
    if (!isObject(operation)) return []
    const parameters = getParameters(document, [...listAt(item.parameters), ...listAt(operation.parameters)])
    const body = objectAt(resolveReference(document, operation.requestBody))
    const security = getSecurity(document, operation, parameters)
    return {
      method,
      path,
      raw: operation,
      ...(typeof operation.operationId === 'string' && { operationId: operation.operationId }),
      tags: listAt(operation.tags).filter(tag => typeof tag === 'string'),
      parameters: parameters.filter(({ in: place, name }) => !isCredential(place, name)),
      ...(isObject(body.content) && {
        body: { required: body.required === true, content: getContent(body.content) },
      }),
      responses: getResponses(document, operation),
      ...(security && { security }),
    }
  })
}

/** Credentials are read from `security`; frameworks also list them as parameters. */
function isCredential(place: string, name: string): boolean {
  return place === 'cookie' || (place === 'header' && name.toLowerCase() === 'authorization')
}

function getParameters(document: JsonObject, raw: readonly unknown[]): BackendParameter[] {
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

function getResponses(document: JsonObject, operation: JsonObject): BackendResponse[] {
  return responsesOfKey(document, operation)
    .filter(({ key }) => /^\d+$/.test(key))
    .map(({ key, response }) => ({ status: Number(key), ...response }))
}

type Described = { readonly key: string; readonly response: Omit<BackendResponse, 'status'> }

/** With `default` and ranges such as `2xx`, which name no single status. */
export function responsesOfKey(document: JsonObject, operation: JsonObject): Described[] {
  return Object.entries(objectAt(operation.responses)).flatMap(([name, raw]) => {
    const key = name.toLowerCase()
    if (!/^[1-5](?:\d\d|xx)$|^default$/.test(key)) return []
    const response = objectAt(resolveReference(document, raw))
    const headers = Object.entries(objectAt(response.headers)).map(([header, value]) =>
      getHeader(header, objectAt(resolveReference(document, value))),
    )
    return [{ key, response: { content: getContent(objectAt(response.content)), headers } }]
  })
}

function getHeader(name: string, header: JsonObject): BackendHeader {
  return {
    name: name.toLowerCase(),
    ...(typeof header.required === 'boolean' && { required: header.required }),
    schema: normaliseSchema(header.schema),
    ...(isObject(header['x-cookie']) && { cookie: header['x-cookie'] }),
  }
}

function getContent(content: JsonObject): Content {
  return new Map(
    Object.entries(content).map(([type, media]) => [
      (type.split(';')[0] ?? '').trim().toLowerCase(),
      normaliseSchema(objectAt(media).schema),
    ]),
  )
}

/** Named schemas and all targets of references; a broken reference has no constraints. */
function getSchemas(document: JsonObject): SchemaTable {
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
function getSecurity(
  document: JsonObject,
  operation: JsonObject,
  parameters: readonly BackendParameter[],
): readonly Credential[] | undefined {
  const schemes = objectAt(objectAt(document.components).securitySchemes)
  const specified = operation.security ?? document.security
  const byHand = parameters.flatMap(parameter => getCredential(parameter) ?? [])
  if (!Array.isArray(specified)) return byHand.length > 0 ? byHand : undefined
  const choices = specified.flatMap((choice): Credential[] => {
    const names = Object.keys(objectAt(choice))
    if (names.length === 0) return [{ kind: 'none' }]
    return names.map(name => getKind(name, objectAt(resolveReference(document, schemes[name]))))
  })
  if (choices.length > 0) return choices
  return byHand.length > 0 ? byHand : [{ kind: 'none' }]
}

function getCredential({ in: place, name }: BackendParameter): Credential | undefined {
  if (place === 'header' && name.toLowerCase() === 'authorization') return { kind: 'bearer' }
  return place === 'cookie' ? { kind: 'cookie', name } : undefined
}

function getKind(name: string, scheme: JsonObject): Credential {
  const { type, in: place, name: field } = scheme
  const isToken = type === 'oauth2' || type === 'openIdConnect'
  if (isToken || (type === 'http' && String(scheme.scheme).toLowerCase() === 'bearer'))
    return { kind: 'bearer' }
  if (type === 'apiKey' && place === 'header' && String(field).toLowerCase() === 'authorization') {
    return { kind: 'bearer' }
  }
  if (type === 'apiKey' && place === 'cookie') return { kind: 'cookie', name: String(field) }
  const parts = [type, scheme.scheme, place, field].filter(word => typeof word === 'string')
  return { kind: 'other', name: parts.length > 0 ? parts.join(' ') : name }
}

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const limits =
  'minProperties maxProperties minItems maxItems minLength maxLength minimum maximum multipleOf'.split(' ')
/** Booleans in draft 4 and OpenAPI 3.0. */
const strict = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const

/**
 * Converts JSON Schema of OpenAPI 3.0 or 3.1. Unknown keywords are dropped, which makes the schema less
 * specific but never wrong.
 */
function normaliseSchema(raw: unknown): SchemaNode {
  if (raw === false) return { enum: [] }
  if (!isObject(raw)) return {}
  const node: Record<string, unknown> = { ...composition(raw), ...properties(raw), ...textParts(raw) }
  if (typeof raw.$ref === 'string') node.$ref = refTo(refKey(raw.$ref))
  const named = numberTypes(raw) ?? typeNames(raw)
  if (named.length > 0) node.type = named.length === 1 ? named[0] : named
  if (Array.isArray(raw.enum)) node.enum = raw.enum
  if (raw.const !== undefined) node.const = raw.const
  if (raw.default !== undefined) node.default = raw.default
  for (const key of limits) if (typeof raw[key] === 'number') node[key] = raw[key]
  for (const [key, beside] of strict) {
    if (typeof raw[key] === 'number') node[key] = raw[key]
    else if (raw[key] === true) {
      node[key] = raw[beside]
      delete node[beside]
    }
  }
  return raw.nullable === true ? withNull(node as SchemaNode) : (node as SchemaNode)
}

/** The key of a reference in the schema table: `Group`, or the whole pointer. */
function refKey(ref: string): string {
  const pointer = decodeURIComponent(ref.replace(/^#\//, ''))
  return pointer.startsWith('components/schemas/') ? pointer.slice('components/schemas/'.length) : pointer
}

function withNull(node: SchemaNode): SchemaNode {
  const { type } = node
  if (type === undefined || typeof type !== 'string') return { anyOf: [node, { type: 'null' }] }
  return { ...node, type: [type, 'null'], ...(node.enum && { enum: [...node.enum, null] }) }
}

function typeNames(raw: JsonObject): unknown[] {
  const all = Array.isArray(raw.type) ? raw.type : [raw.type]
  return all.filter(type => types.some(one => one === type))
}

const NUMBER_FORMATS: Readonly<Record<string, string>> = {
  int32: 'integer',
  int64: 'integer',
  float: 'number',
  double: 'number',
}

/**
 * .NET 10 describes numbers, which it sends as numbers, as a number or a text of digits; in OpenAPI 3.0 it leaves out the
 * type. Undefined for other schemas.
 */
function numberTypes(raw: JsonObject): unknown[] | undefined {
  const { pattern, format } = raw
  if (typeof pattern !== 'string' || !/^\^(?:-\?)?\(\?:0\|\[1-9\]/.test(pattern)) return undefined
  const names = typeNames(raw)
  const [number] = names.filter(type => type === 'integer' || type === 'number')
  const isUnion = names.includes('string') && number !== undefined
  const own = NUMBER_FORMATS[String(format)]
  if (!isUnion && (own === undefined || (names.length > 0 && !names.includes('null')))) return undefined
  return [number ?? own, ...names.filter(type => type === 'null')]
}

function composition(raw: JsonObject): Record<string, unknown> {
  const node: Record<string, unknown> = {}
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const parts = listAt(raw[key]).map(normaliseSchema)
    // Branches of a oneOf may overlap without harm, so it is read as anyOf.
    if (parts.length > 0) node[key === 'oneOf' && raw.anyOf === undefined ? 'anyOf' : key] = parts
  }
  return node
}

function properties(raw: JsonObject): Record<string, unknown> {
  const node: Record<string, unknown> = {}
  if (isObject(raw.properties)) {
    // A model without fields has no properties, unlike a free-form map.
    if (Object.keys(raw.properties).length === 0) node.minProperties = 0
    node.properties = Object.fromEntries(
      Object.entries(raw.properties).map(([name, child]) => [name, normaliseSchema(child)]),
    )
  }
  const required = listAt(raw.required).filter(name => typeof name === 'string')
  if (required.length > 0) node.required = required
  const extra = raw.additionalProperties
  if (typeof extra === 'boolean' && raw.patternProperties === undefined) node.additionalProperties = extra
  else if (isObject(extra)) node.additionalProperties = normaliseSchema(extra)
  if (raw.items !== undefined && raw.prefixItems === undefined) node.items = normaliseSchema(raw.items)
  if (raw.uniqueItems === true) node.uniqueItems = true
  return node
}

function textParts(raw: JsonObject): Record<string, unknown> {
  const node: Record<string, unknown> = {}
  const isText = typeof raw.pattern === 'string' && numberTypes(raw) === undefined
  const pattern = isText ? readablePattern(String(raw.pattern)) : undefined
  if (pattern !== undefined) node.pattern = pattern
  if (typeof raw.format === 'string') node.format = raw.format
  // FastAPI's notation for uploads since OpenAPI 3.1 dropped `format: binary`.
  const isBytes = typeof raw.contentMediaType === 'string' && raw.contentEncoding === undefined
  if (isBytes && !/json|text/.test(String(raw.contentMediaType))) node.format = 'binary'
  return node
}

/** Converts a pattern of Python or Rust; undefined if it is not valid in JavaScript. */
function readablePattern(pattern: string): string | undefined {
  const translated = pattern
    .replaceAll('(?P<', '(?<')
    .replaceAll('\\A', '^')
    .replaceAll(/\\[zZ]/g, '$')
  const candidates = [pattern, translated, translated.replaceAll(/\\([^\w\s^$\\.*+?()[\]{}|/-])/g, '$1')]
  return candidates.find(candidate => {
    try {
      return new RegExp(candidate, 'u') instanceof RegExp
    } catch {
      return false
    }
  })
}

/** Follows a chain of local references; undefined if it is broken, external or circular. */
export function resolveReference(document: JsonObject, value: unknown): unknown {
  let current = value
  for (let steps = 0; isObject(current) && typeof current.$ref === 'string'; steps++) {
    if (steps > 50) return undefined
    current = referenceTarget(document, current.$ref)
  }
  return current
}

/** Undefined for broken references and for other documents. */
export function referenceTarget(document: JsonObject, ref: string): unknown {
  if (!ref.startsWith('#/') && ref !== '#') return undefined
  let current: unknown = document
  for (const step of ref.split('/').slice(1)) {
    const key = unescapeStep(decodeUri(step))
    if (Array.isArray(current)) current = current[Number(key)]
    else if (isObject(current) && Object.hasOwn(current, key)) current = current[key]
    else return undefined
  }
  return current
}

/** The backend's OpenAPI document in a normalised form. */
export type BackendDocument = {
  /** `Blog API 2.1`, for messages. */
  readonly title: string
  readonly operations: readonly BackendOperation[]
  readonly schemas: SchemaTable
  /** Some frameworks accept null and cannot describe it, so that their documents never name it. */
  readonly usesNull: boolean
}

export type BackendOperation = {
  readonly method: string
  /** As written, after the common path of the servers: `/api` + `/groups/{group_id}`. */
  readonly path: string
  readonly raw: JsonObject
  readonly operationId?: string
  readonly tags: readonly string[]
  readonly parameters: readonly BackendParameter[]
  readonly body?: BackendBody
  readonly responses: readonly BackendResponse[]
  /** Alternative credentials; undefined if the document does not say. */
  readonly security?: readonly Credential[]
}

export type BackendParameter = {
  readonly in: string
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode
}

export type BackendBody = { readonly required: boolean; readonly content: Content }

export type BackendResponse = {
  readonly status: number
  readonly content: Content
  readonly headers: readonly BackendHeader[]
}

/** By media type without parameters, in lower case. `{}` is a schema without constraints. */
export type Content = ReadonlyMap<string, SchemaNode>

export type BackendHeader = {
  readonly name: string
  readonly required?: boolean
  readonly schema: SchemaNode
  readonly cookie?: Readonly<Record<string, unknown>>
}

/** `bearer` is the authorization header with a token; a cookie and others have a name. */
export type Credential =
  | { readonly kind: 'none' | 'bearer' }
  | { readonly kind: 'cookie' | 'other'; readonly name: string }
