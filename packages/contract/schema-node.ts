import { isEqual, isObject, type JsonObject, listAt, objectAt } from './json'

/** The part of JSON Schema that the contract may use; `check-schema.ts` rejects the rest. */

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

export type Reader = 'admin' | 'owner' | 'member' | 'visitor'

/** Whether the client can do little without a value: always, or where the object around it has these values. */
export type Essential = true | Readonly<Record<string, unknown>>

export type SchemaNode = {
  /** Always `#/components/schemas/<Name>`; nothing but annotations may stand beside it. */
  readonly $ref?: string
  readonly type?: SchemaType | readonly SchemaType[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly allOf?: readonly SchemaNode[]
  readonly oneOf?: readonly SchemaNode[]
  readonly anyOf?: readonly SchemaNode[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | SchemaNode
  readonly unevaluatedProperties?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: SchemaNode
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly contentMediaType?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  /** The client accepts values outside this enum. */
  readonly 'x-extensible'?: boolean
  /** Assumed, not confirmed by the backend; a sentence says what is lost without it. */
  readonly 'x-assumed'?: boolean | string
  /** Only these readers are sent a value. */
  readonly 'x-reader'?: Reader | readonly Reader[]
  /** Of what the client may be left without, what it needs most. */
  readonly 'x-essential'?: Essential
  readonly [extension: `x-${string}`]: unknown
}

/** The named schemas of a contract. */
export type SchemaTable = Readonly<Record<string, SchemaNode>>

const refPrefix = '#/components/schemas/'

/** `Group` → `#/components/schemas/Group`. */
export function refTo(name: string): string {
  return refPrefix + name
}

/** The schema name in a `$ref`; undefined when the reference points anywhere else. */
export function nameOfRef(ref: string): string | undefined {
  return ref.startsWith(refPrefix) ? ref.slice(refPrefix.length) : undefined
}

/** Resolves `$ref`s; throws a RangeError for an unknown name. */
export function resolveSchema(node: SchemaNode, schemas: SchemaTable): SchemaNode {
  let current = node
  while (current.$ref !== undefined) {
    const target = schemas[nameOfRef(current.$ref) ?? '']
    if (!target) throw new RangeError(`There is no schema behind ${current.$ref}.`)
    current = target
  }
  return current
}

/** What a reference leads to, and the schemas that a schema is composed of. */
export function getParts(node: SchemaNode, schemas: SchemaTable): readonly SchemaNode[] {
  const target = node.$ref === undefined ? undefined : schemas[nameOfRef(node.$ref) ?? '']
  return [target ?? [], node.allOf ?? [], node.anyOf ?? [], node.oneOf ?? []].flat()
}

/** The types of a node as a list; undefined when it names none. */
export function getTypes(node: SchemaNode): readonly SchemaType[] | undefined {
  if (node.type === undefined) return undefined
  return typeof node.type === 'string' ? [node.type] : node.type
}

/** A file in a multipart body or a download: bytes, not text. */
export function isBinary(node: SchemaNode): boolean {
  return node.format === 'binary' || (node.contentMediaType !== undefined && node.type === undefined)
}

/** Whether a part of the contract is marked with `x-assumed`. */
export function isAssumed(part: { readonly 'x-assumed'?: unknown }): boolean {
  return Boolean(part['x-assumed'])
}

const isNull = (node: unknown): boolean => isObject(node) && node.type === 'null'

/** A schema without null; the same object if it never allowed null. */
export function withoutNull<Node extends object>(node: Node): Node {
  if (!isNullable(node)) return node
  const { type, enum: values, anyOf } = node as JsonObject
  const result: Record<string, unknown> = { ...(node as JsonObject) }
  const types = listAt(type).filter(one => one !== 'null')
  if (types.length > 0) result.type = types.length === 1 ? types[0] : types
  if (Array.isArray(values)) result.enum = values.filter(value => value !== null)
  if (Array.isArray(anyOf)) result.anyOf = anyOf.filter(branch => !isNull(branch))
  return result as Node
}

/** Whether a schema allows null itself. */
export function isNullable(node: object): boolean {
  const { type, anyOf } = node as JsonObject
  return listAt(type).includes('null') || listAt(anyOf).some(isNull)
}

/**
 * A document as the client reads responses: null in a property means that it is absent, so each nullable property
 * becomes optional and not nullable.
 */
export function withoutNullAnswers(document: JsonObject): JsonObject {
  const copy = structuredClone(document) as Record<string, unknown>
  const { schemas } = objectAt(copy.components) as { schemas?: unknown }
  visit(schemas)
  for (const item of Object.values(objectAt(copy.paths)))
    for (const operation of Object.values(objectAt(item))) visit(objectAt(operation).responses)
  return copy
}

/** Maps every object schema in a part of a document. */
function visit(part: unknown): void {
  if (Array.isArray(part)) part.forEach(visit)
  if (!isObject(part)) return
  const node = part as Record<string, unknown>
  if (isObject(node.properties)) {
    const nullable = Object.entries(node.properties).filter(
      ([, child]) => isObject(child) && isNullable(child),
    )
    const names = new Set(nullable.map(([name]) => name))
    const slim = nullable.map(([name, child]) => [name, withoutNull(child as object)])
    node.properties = { ...node.properties, ...Object.fromEntries(slim) }
    if (names.size > 0 && Array.isArray(node.required))
      node.required = node.required.filter(name => !names.has(String(name)))
  }
  Object.values(node).forEach(visit)
}

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
  merge(flat, node, schemas, choose, new Set())
  return flat
}

/** Limits the combinations of branches. */
const MAX_COMBINATIONS = 64

/** A flat schema for each combination of the branches of oneOf and anyOf. */
export function flattenAll(
  node: SchemaNode,
  schemas: SchemaTable,
): { readonly flat: FlatSchema; readonly chosen: readonly SchemaNode[] }[] {
  const found: { flat: FlatSchema; chosen: SchemaNode[] }[] = []
  // Counts through the branches like an odometer.
  let turns: number[] = []
  while (found.length < MAX_COMBINATIONS) {
    const sizes: number[] = []
    const chosen: SchemaNode[] = []
    const flat = flattenSchema(node, schemas, branches => {
      const branch = branches[turns[sizes.length] ?? 0] ?? {}
      sizes.push(branches.length)
      chosen.push(branch)
      return branch
    })
    found.push({ flat, chosen })
    const turning = sizes.findLastIndex((size, index) => (turns[index] ?? 0) + 1 < size)
    if (turning < 0) break
    turns = sizes.slice(0, turning + 1).map((_, index) => (turns[index] ?? 0) + (index === turning ? 1 : 0))
  }
  return found
}

/** Each schema once: one that is named twice says nothing new. */
function merge(
  flat: FlatSchema,
  node: SchemaNode,
  schemas: SchemaTable,
  choose: Choose,
  merged: Set<SchemaNode>,
): void {
  if (merged.has(node)) return
  merged.add(node)
  const target = node.$ref && schemas[nameOfRef(node.$ref) ?? '']
  const parts = [...(target ? [target] : []), ...(node.allOf ?? [])]
  if (node.oneOf) parts.push(choose(node.oneOf))
  if (node.anyOf) parts.push(choose(node.anyOf))
  mergeValues(flat, node)
  mergeLimits(flat, node)
  mergeProperties(flat, node)
  for (const part of parts) merge(flat, part, schemas, choose, merged)
}

function mergeValues(flat: FlatSchema, node: SchemaNode): void {
  const types = getTypes(node)
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

/** How many named schemas the smallest value of `node` nests; Infinity for endless recursion. */
export type RankOf = (node: SchemaNode) => number

/**
 * Ranks are a fixed point: every named schema starts at Infinity and is lowered while a smaller value is found.
 * The sampler ends recursion by them, and the checks reject a schema that requires itself.
 */
export function rankSchemas(schemas: SchemaTable): RankOf {
  const ranks = new Map<string, number>()
  const getRank: RankOf = node => {
    if (node.enum !== undefined || node.const !== undefined) return 0
    if (getTypes(node)?.some(type => type !== 'object' && type !== 'array')) return 0
    const parts: number[] = []
    const name = node.$ref && nameOfRef(node.$ref)
    if (name) parts.push(1 + (ranks.get(name) ?? Number.POSITIVE_INFINITY))
    for (const part of node.allOf ?? []) parts.push(getRank(part))
    for (const choice of [node.oneOf, node.anyOf]) {
      if (choice) parts.push(Math.min(...choice.map(getRank)))
    }
    for (const property of node.required ?? []) {
      const child = node.properties?.[property]
      if (child) parts.push(getRank(child))
    }
    if (node.items && (node.minItems ?? 0) > 0) parts.push(getRank(node.items))
    if (typeof node.additionalProperties === 'object' && (node.minProperties ?? 0) > 0) {
      parts.push(getRank(node.additionalProperties))
    }
    return Math.max(0, ...parts)
  }
  let isStable = false
  while (!isStable) {
    isStable = true
    for (const [name, node] of Object.entries(schemas)) {
      const rank = getRank(node)
      if (rank !== ranks.get(name)) {
        isStable = false
        ranks.set(name, rank)
      }
    }
  }
  return getRank
}
