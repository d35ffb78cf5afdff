import type { Contract } from '../load-contract'
import type { OperationResponse } from '../operation'
import type { SchemaNode, SchemaTable } from '../schema-node'
import { alternativesOf } from './alternatives'

/** The properties of a JSON body in all branches; `items` for lists and maps. */
export type PropertyTree = {
  readonly properties: Map<string, PropertyTree>
  items?: PropertyTree
}

const trees = new WeakMap<OperationResponse, PropertyTree>()

/** Without the detail of an error, which is counted separately. */
export function responseTree(response: OperationResponse, { schemas }: Contract): PropertyTree {
  const known = trees.get(response)
  if (known) return known
  const tree = treeOf(response.schema ?? {}, schemas, [])
  if (response.status >= 400) tree.properties.delete('detail')
  trees.set(response, tree)
  return tree
}

function treeOf(node: SchemaNode, schemas: SchemaTable, above: readonly unknown[]): PropertyTree {
  const tree: PropertyTree = { properties: new Map() }
  const key = node.$ref ?? node
  if (above.includes(key)) return tree
  const inside = [...above, key]
  for (const { flat } of alternativesOf(node, schemas)) {
    for (const [name, child] of flat.properties) {
      const grown = treeOf(child, schemas, inside)
      tree.properties.set(name, join(tree.properties.get(name), grown))
    }
    const { items, additional } = flat
    const item = items ?? (typeof additional === 'object' ? additional : undefined)
    if (item) tree.items = join(tree.items, treeOf(item, schemas, inside))
  }
  return tree
}

function join(a: PropertyTree | undefined, b: PropertyTree): PropertyTree {
  if (!a) return b
  const properties = new Map(a.properties)
  for (const [name, tree] of b.properties) properties.set(name, join(properties.get(name), tree))
  const items = b.items ? join(a.items, b.items) : a.items
  return { properties, ...(items && { items }) }
}
