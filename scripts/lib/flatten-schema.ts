import { isEqual } from './json'
import { nameOfRef, type SchemaNode, type SchemaTable, type SchemaType, typesOf } from './schema-node'

/** A schema without references and composition; every limit applies at once. */
export type FlatSchema = {
  types?: readonly SchemaType[]
  values?: readonly unknown[]
  readonly properties: Map<string, SchemaNode>
  readonly required: Set<string>
  additional?: boolean | SchemaNode
  items?: SchemaNode
  isUnique: boolean
  readonly patterns: string[]
  readonly formats: string[]
  multipleOf?: number
  /** Inclusive and exclusive limits by keyword; the stricter one wins. */
  readonly limits: Partial<Record<Limit, number>>
}

const lower = ['minProperties', 'minItems', 'minLength', 'minimum', 'exclusiveMinimum'] as const
const upper = ['maxProperties', 'maxItems', 'maxLength', 'maximum', 'exclusiveMaximum'] as const
type Limit = (typeof lower)[number] | (typeof upper)[number]

/** Picks the branch of a oneOf or anyOf for a sample. */
export type Choose = (branches: readonly SchemaNode[]) => SchemaNode

/** Merges references, allOf and one chosen branch of each oneOf and anyOf into one flat schema. */
export function flattenSchema(node: SchemaNode, schemas: SchemaTable, choose: Choose): FlatSchema {
  const flat: FlatSchema = {
    properties: new Map(),
    required: new Set(),
    isUnique: false,
    patterns: [],
    formats: [],
    limits: {},
  }
  merge(flat, node, schemas, choose)
  return flat
}

function merge(flat: FlatSchema, node: SchemaNode, schemas: SchemaTable, choose: Choose): void {
  const target = node.$ref && schemas[nameOfRef(node.$ref) ?? '']
  const parts = [...(target ? [target] : []), ...(node.allOf ?? [])]
  if (node.oneOf) parts.push(choose(node.oneOf))
  if (node.anyOf) parts.push(choose(node.anyOf))
  mergeValues(flat, node)
  mergeLimits(flat, node)
  mergeProperties(flat, node)
  for (const part of parts) merge(flat, part, schemas, choose)
}

function mergeValues(flat: FlatSchema, node: SchemaNode): void {
  const types = typesOf(node)
  if (types) flat.types = flat.types ? narrowTypes(flat.types, types) : types
  const values = node.const === undefined ? node.enum : [node.const]
  if (values)
    flat.values = flat.values?.filter(value => values.some(other => isEqual(other, value))) ?? values
  if (node.pattern !== undefined) flat.patterns.push(node.pattern)
  if (node.format !== undefined) flat.formats.push(node.format)
}

function narrowTypes(a: readonly SchemaType[], b: readonly SchemaType[]): readonly SchemaType[] {
  const allows = (list: readonly SchemaType[], type: SchemaType) =>
    list.includes(type) || (type === 'integer' && list.includes('number'))
  return [...new Set([...a.filter(type => allows(b, type)), ...b.filter(type => allows(a, type))])]
}

function mergeLimits(flat: FlatSchema, node: SchemaNode): void {
  for (const key of lower) {
    const value = node[key]
    if (value !== undefined) flat.limits[key] = Math.max(value, flat.limits[key] ?? value)
  }
  for (const key of upper) {
    const value = node[key]
    if (value !== undefined) flat.limits[key] = Math.min(value, flat.limits[key] ?? value)
  }
  if (node.multipleOf !== undefined) flat.multipleOf = Math.max(node.multipleOf, flat.multipleOf ?? 0)
  if (node.uniqueItems) flat.isUnique = true
}

function mergeProperties(flat: FlatSchema, node: SchemaNode): void {
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    const known = flat.properties.get(name)
    flat.properties.set(name, known ? { allOf: [known, child] } : child)
  }
  for (const name of node.required ?? []) flat.required.add(name)
  if (node.items) flat.items = flat.items ? { allOf: [flat.items, node.items] } : node.items
  if (node.additionalProperties !== undefined) {
    const isClosed = flat.additional === false || node.additionalProperties === false
    flat.additional = isClosed ? false : node.additionalProperties
  }
}
