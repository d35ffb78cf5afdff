import { type FlatSchema, flattenSchema } from '../flatten-schema'
import { nameOfRef, type SchemaNode, type SchemaTable } from '../schema-node'

/** One way in which a value may be right: a schema with a branch chosen for each of its `oneOf`s and `anyOf`s. */
export type Alternative = {
  readonly flat: FlatSchema
  readonly patterns: readonly RegExp[]
  readonly isAssumed: boolean
  readonly isExtensible: boolean
}

/** More combinations of branches than a contract has; what lies behind is not looked at. */
const mostAlternatives = 64

const known = new WeakMap<SchemaTable, WeakMap<SchemaNode, readonly Alternative[]>>()

/** Every way in which a schema can be met, in the contract's order; computed once for each schema. */
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
  // Like an odometer: each run takes the branches that the digits say, then the last digit that can goes up.
  let digits: number[] = []
  for (let run = 0; run < mostAlternatives; run++) {
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

/** A schema, what its references lead to, and the parts that must hold with it. */
function chainOf(node: SchemaNode, schemas: SchemaTable): readonly SchemaNode[] {
  const target = node.$ref === undefined ? undefined : schemas[nameOfRef(node.$ref) ?? '']
  const part = node.allOf?.length === 1 ? node.allOf : []
  return [node, ...[...(target ? [target] : []), ...part].flatMap(one => chainOf(one, schemas))]
}
