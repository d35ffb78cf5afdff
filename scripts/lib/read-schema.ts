import { isEqual, isObject, objectAt } from './json'
import { resolveSchema, type SchemaNode, type SchemaTable } from './schema-node'

const words = [
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'discriminator',
]

/** A validated schema without descriptions and examples. */
export function readSchema(value: unknown): SchemaNode {
  const node: Record<string, unknown> = {}
  for (const [key, child] of Object.entries(objectAt(value))) {
    if (words.includes(key)) continue
    if (key === 'properties') {
      node[key] = Object.fromEntries(
        Object.entries(objectAt(child)).map(([name, schema]) => [name, readSchema(schema)]),
      )
    } else if (['allOf', 'oneOf', 'anyOf'].includes(key) && Array.isArray(child))
      node[key] = child.map(readSchema)
    else if (key === 'items' || (key === 'additionalProperties' && isObject(child)))
      node[key] = readSchema(child)
    else node[key] = child
  }
  return node as SchemaNode
}

/** The values of `detail` in an error body; undefined when the schema does not list them. */
export function detailsOf(schema: SchemaNode, schemas: SchemaTable): readonly string[] | undefined {
  const values = valuesOf(schema, 'detail', schemas)?.filter(value => typeof value === 'string')
  return values && values.length > 0 ? values : undefined
}

/** The enum of a property through references, allOf (both must hold) and oneOf or anyOf (either may). */
function valuesOf(
  schema: SchemaNode,
  property: string | null,
  schemas: SchemaTable,
): readonly unknown[] | undefined {
  const node = resolveSchema(schema, schemas)
  const sets: (readonly unknown[])[] = []
  if (property === null) {
    if (node.const !== undefined) sets.push([node.const])
    if (node.enum) sets.push(node.enum)
  } else {
    const child = node.properties?.[property]
    const own = child && valuesOf(child, null, schemas)
    if (own) sets.push(own)
  }
  for (const part of node.allOf ?? []) {
    const values = valuesOf(part, property, schemas)
    if (values) sets.push(values)
  }
  const branches = [...(node.oneOf ?? []), ...(node.anyOf ?? [])].map(
    part => valuesOf(part, property, schemas) ?? [],
  )
  if (branches.length > 0) sets.push(branches.flat())
  const [first, ...others] = sets
  return first?.filter(value => others.every(set => set.some(other => isEqual(other, value))))
}
