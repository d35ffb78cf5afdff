import { hasType } from '../../packages/contract/json-schema'
import type { FlatSchema, SchemaNode, SchemaTable } from '../../packages/contract/schema-node'
import { getAlternatives } from '../../packages/contract/validator/property-tree'

/**
 * The pointer of a property that the schema of a valid value does not declare; undefined if it declares all. Clients
 * ignore such a property, but in our own responses it is one that the contract has renamed or dropped.
 */
export function findUndeclared(
  node: SchemaNode,
  value: unknown,
  schemas: SchemaTable,
  pointer = '',
): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found = getAlternatives(node, schemas)
    .filter(({ flat }) => !flat.types || flat.types.some(type => hasType(value, type)))
    .map(({ flat }) => findInParts(flat, value, schemas, pointer))
  return found.includes(undefined) ? undefined : found[0]
}

function findInParts(
  { items, properties, additional = properties.size === 0 }: FlatSchema,
  value: object,
  schemas: SchemaTable,
  pointer: string,
): string | undefined {
  const isList = Array.isArray(value)
  const others = isList ? (items ?? true) : additional
  for (const [name, child] of Object.entries(value)) {
    const part = isList ? undefined : properties.get(name)
    if (!part && others === false) return `${pointer}/${name}`
    const schema = part ?? others
    const found =
      typeof schema === 'object' ? findUndeclared(schema, child, schemas, `${pointer}/${name}`) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
