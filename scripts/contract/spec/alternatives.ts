import { type FlatSchema, flattenSchema } from '../../lib/flatten-schema'
import { isObject } from '../../lib/json'
import type { SchemaNode, SchemaTable, SchemaType } from '../../lib/schema-node'

/** One way in which a value may look: no references, no composition, one type. `any` says nothing of the value. */
export type Alternative = { readonly type: SchemaType | 'any'; readonly flat: FlatSchema }

/** From this many combinations of branches on, the others are left out: no document of people has so many. */
const mostCombinations = 64

const known = new WeakMap<SchemaNode, readonly Alternative[]>()

/** Everything that a schema allows, as alternatives without composition. An empty list means that nothing is allowed. */
export function alternativesOf(node: SchemaNode, schemas: SchemaTable): readonly Alternative[] {
  const before = known.get(node)
  if (before) return before
  const all = joinValues(combinationsOf(node, schemas).flatMap(splitTypes))
  known.set(node, all)
  return all
}

/** Follows every choice of branches in turn, like the wheels of a counter. */
function combinationsOf(node: SchemaNode, schemas: SchemaTable): FlatSchema[] {
  const found: FlatSchema[] = []
  let wheels: number[] = []
  while (found.length < mostCombinations) {
    const sizes: number[] = []
    const flat = flattenSchema(node, schemas, branches => {
      const turn = wheels[sizes.length] ?? 0
      sizes.push(branches.length)
      return branches[turn] ?? {}
    })
    found.push(flat)
    const place = sizes.findLastIndex((size, index) => (wheels[index] ?? 0) + 1 < size)
    if (place < 0) break
    wheels = sizes.slice(0, place + 1).map((_, index) => (wheels[index] ?? 0) + (index === place ? 1 : 0))
  }
  return found
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

/** One list of values for each type, whether they came as an enum or as a choice of constants. */
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

/** A schema that names no type but speaks of one kind of value means that kind: people forget the type. */
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
