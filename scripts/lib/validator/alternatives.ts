import { type FlatSchema, flattenSchema } from '../flatten-schema'
import { nameOfRef, type SchemaNode, type SchemaTable } from '../schema-node'

export type Alternative = {
  readonly flat: FlatSchema
  readonly patterns: readonly RegExp[]
  readonly isAssumed: boolean
  readonly isExtensible: boolean
}

const MAX_ALTERNATIVES = 64

const known = new WeakMap<SchemaTable, WeakMap<SchemaNode, readonly Alternative[]>>()

/** All ways to match a schema; cached per schema. */
export function alternativesOf(node: SchemaNode, schemas: SchemaTable): readonly Alternative[] {
  const cache = known.get(schemas) ?? new WeakMap<SchemaNode, readonly Alternative[]>()
  known.set(schemas, cache)
  const cached = cache.get(node)
  if (cached) return cached
  const alternatives = [...enumerate(node, schemas)]
  cache.set(node, alternatives)
  return alternatives
}

function* enumerate(node: SchemaNode, schemas: SchemaTable): Iterable<Alternative> {
  const own = chainOf(node, schemas)
  // Iterates over the combinations of branches like an odometer.
  let digits: number[] = []
  for (let run = 0; run < MAX_ALTERNATIVES; run++) {
    const sizes: number[] = []
    const chosen: SchemaNode[] = []
    const flat = flattenSchema(node, schemas, branches => {
      const branch = branches[digits[sizes.length] ?? 0] ?? {}
      sizes.push(branches.length)
      chosen.push(branch)
      return branch
    })
    const chain = [...own, ...chosen.flatMap(branch => chainOf(branch, schemas))]
    yield {
      flat,
      patterns: flat.patterns.map(pattern => new RegExp(pattern, 'u')),
      isAssumed: chain.some(one => one['x-assumed'] === true),
      isExtensible: chain.some(one => one['x-extensible'] === true),
    }
    digits = sizes.map((_, index) => digits[index] ?? 0)
    const turning = digits.findLastIndex((digit, index) => digit + 1 < (sizes[index] ?? 0))
    if (turning < 0) return
    digits = [...digits.slice(0, turning), (digits[turning] ?? 0) + 1]
  }
}

/** A schema with its references and its single `allOf` part. */
function chainOf(node: SchemaNode, schemas: SchemaTable): readonly SchemaNode[] {
  const target = node.$ref === undefined ? undefined : schemas[nameOfRef(node.$ref) ?? '']
  const part = node.allOf?.length === 1 ? node.allOf : []
  return [node, ...[...(target ? [target] : []), ...part].flatMap(one => chainOf(one, schemas))]
}
