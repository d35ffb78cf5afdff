import { isObject, type JsonObject, listAt } from '../../lib/json'
import { refTo, type SchemaNode } from '../../lib/schema-node'

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
export function normaliseSchema(raw: unknown): SchemaNode {
  if (raw === false) return { enum: [] }
  if (!isObject(raw)) return {}
  const node: Record<string, unknown> = { ...composition(raw), ...properties(raw), ...textParts(raw) }
  if (typeof raw.$ref === 'string') node.$ref = refTo(refKey(raw.$ref))
  const named = typeNames(raw)
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
export function refKey(ref: string): string {
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
  const pattern = typeof raw.pattern === 'string' ? readablePattern(raw.pattern) : undefined
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
