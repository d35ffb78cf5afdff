/** The part of JSON Schema that the contract may use; `check-schema.ts` rejects the rest. */

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

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
  /** Assumed, not confirmed by the backend. */
  readonly 'x-assumed'?: boolean
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

/** The types of a node as a list; undefined when it names none. */
export function typesOf(node: SchemaNode): readonly SchemaType[] | undefined {
  if (node.type === undefined) return undefined
  return typeof node.type === 'string' ? [node.type] : node.type
}

/** A file in a multipart body or a download: bytes, not text. */
export function isBinary(node: SchemaNode): boolean {
  return node.format === 'binary' || (node.contentMediaType !== undefined && node.type === undefined)
}
