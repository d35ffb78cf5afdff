import { isObject } from '../../contract/json'
import {
  type FlatSchema,
  flattenAll,
  type SchemaNode,
  type SchemaTable,
  type SchemaType,
} from '../../contract/schema-node'

/** One shape of a value: no references, no composition, one type. `any` has no constraints. */
export type Alternative = { readonly type: SchemaType | 'any'; readonly flat: FlatSchema }

const known = new WeakMap<SchemaNode, readonly Alternative[]>()

export function getAlternatives(node: SchemaNode, schemas: SchemaTable): readonly Alternative[] {
  const before = known.get(node)
  if (before) return before
  const all = joinValues(flattenAll(node, schemas).flatMap(({ flat }) => splitTypes(flat)))
  known.set(node, all)
  return all
}

function splitTypes(flat: FlatSchema): Alternative[] {
  const types = flat.types ?? guessTypes(flat)
  if (!types) return [{ type: 'any', flat }]
  return types.flatMap((type): Alternative[] => {
    if (!flat.values) return [{ type, flat: { ...flat, types: [type] } }]
    const values = flat.values.filter(value => typeOf(value, type))
    return values.length > 0 ? [{ type, flat: { ...flat, values } }] : []
  })
}

function typeOf(value: unknown, type: SchemaType): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

/** Joins the values of each type, from an enum or from a choice of constants. */
function joinValues(all: readonly Alternative[]): Alternative[] {
  const joined: Alternative[] = []
  for (const one of all) {
    const index = joined.findIndex(({ type, flat }) => flat.values && one.flat.values && type === one.type)
    const other = joined[index]
    if (!other) joined.push(one)
    else {
      const values = [...new Set([...(other.flat.values ?? []), ...(one.flat.values ?? [])])]
      joined[index] = { type: one.type, flat: { ...one.flat, values } }
    }
  }
  return joined
}

const allTypes: readonly SchemaType[] = ['string', 'number', 'boolean', 'object', 'array', 'null']

/** Authors often omit the type: infer it from the keywords. */
function guessTypes(flat: FlatSchema): readonly SchemaType[] | undefined {
  const { values, limits } = flat
  if (values) return allTypes.filter(type => values.some(value => typeOf(value, type)))
  if (flat.properties.size > 0 || flat.required.size > 0) return ['object']
  if (flat.items) return ['array']
  if (flat.patterns.length > 0 || limits.minLength !== undefined || limits.maxLength !== undefined)
    return ['string']
  if (flat.formats.length > 0) return ['string']
  return limits.minimum !== undefined || limits.maximum !== undefined ? ['number'] : undefined
}
