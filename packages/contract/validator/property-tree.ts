import type { OperationResponse } from '../operation'
import type { Contract } from '../read-contract'
import {
  type Essential,
  type FlatSchema,
  flattenAll,
  isAssumed,
  nameOfRef,
  type SchemaNode,
  type SchemaTable,
} from '../schema-node'

/** The properties of a JSON body in all branches; `items` for lists and maps. */
export type PropertyTree = {
  readonly properties: Map<string, PropertyTree>
  items?: PropertyTree
  essential?: Essential
}

const trees = new WeakMap<OperationResponse, PropertyTree>()

/** Without the detail of an error, which is counted separately. */
export function responseTree(response: OperationResponse, { schemas }: Contract): PropertyTree {
  const known = trees.get(response)
  if (known) return known
  const tree = getTree(response.schema ?? {}, schemas, [])
  if (response.status >= 400) tree.properties.delete('detail')
  trees.set(response, tree)
  return tree
}

function getTree(node: SchemaNode, schemas: SchemaTable, above: readonly unknown[]): PropertyTree {
  const tree: PropertyTree = { properties: new Map() }
  const key = node.$ref ?? node
  if (above.includes(key)) return tree
  const inside = [...above, key]
  for (const { flat, essential } of getAlternatives(node, schemas)) {
    if (essential !== undefined) tree.essential = essential
    for (const [name, child] of flat.properties) {
      const grown = getTree(child, schemas, inside)
      tree.properties.set(name, join(tree.properties.get(name), grown))
    }
    const { items, additional } = flat
    const item = items ?? (typeof additional === 'object' ? additional : undefined)
    if (item) tree.items = join(tree.items, getTree(item, schemas, inside))
  }
  return tree
}

function join(a: PropertyTree | undefined, b: PropertyTree): PropertyTree {
  if (!a) return b
  const properties = new Map(a.properties)
  for (const [name, tree] of b.properties) properties.set(name, join(properties.get(name), tree))
  const items = b.items ? join(a.items, b.items) : a.items
  const essential = b.essential ?? a.essential
  return { properties, ...(items && { items }), ...(essential !== undefined && { essential }) }
}

export type Alternative = {
  readonly flat: FlatSchema
  readonly isAssumed: boolean
  readonly isExtensible: boolean
  /** The only readers of the value; empty if everybody may read it. */
  readonly readers: readonly string[]
  readonly essential?: Essential
}

const known = new WeakMap<SchemaTable, WeakMap<SchemaNode, readonly Alternative[]>>()

/** All ways to match a schema; cached per schema. */
export function getAlternatives(node: SchemaNode, schemas: SchemaTable): readonly Alternative[] {
  const cache = known.get(schemas) ?? new WeakMap<SchemaNode, readonly Alternative[]>()
  known.set(schemas, cache)
  const cached = cache.get(node)
  if (cached) return cached
  const own = getChain(node, schemas)
  const alternatives = flattenAll(node, schemas).map(({ flat, chosen }): Alternative => {
    const chain = [...own, ...chosen.flatMap(branch => getChain(branch, schemas))]
    const essential = chain.find(one => one['x-essential'] !== undefined)?.['x-essential']
    return {
      flat,
      isAssumed: chain.some(isAssumed),
      isExtensible: chain.some(one => one['x-extensible'] === true),
      readers: chain.flatMap(one => one['x-reader'] ?? []),
      ...(essential !== undefined && { essential }),
    }
  })
  cache.set(node, alternatives)
  return alternatives
}

/** A schema with its references and its single `allOf` part. */
function getChain(node: SchemaNode, schemas: SchemaTable): readonly SchemaNode[] {
  const target = node.$ref === undefined ? undefined : schemas[nameOfRef(node.$ref) ?? '']
  const part = node.allOf?.length === 1 ? node.allOf : []
  return [node, ...[...(target ? [target] : []), ...part].flatMap(one => getChain(one, schemas))]
}
