import { nameOfRef, type SchemaNode, type SchemaTable } from '../../lib/schema-node'

export type Annotations = {
  /** Marked with `x-assumed`, here or above. */
  readonly isAssumed: boolean
  /** The client accepts values that the contract does not list. */
  readonly isExtensible: boolean
  /** Enum values marked as assumed. */
  readonly assumedValues: readonly unknown[]
}

/** Looks up a pointer, with `*` for list items and map values. */
export function annotationsAt(node: SchemaNode, schemas: SchemaTable, pointer: string): Annotations {
  const around: SchemaNode[] = []
  let here = expand([node], schemas)
  for (const step of pointer.split('/').slice(1)) {
    const next = here.flatMap(one => stepInto(one, step))
    // Only branches that have the property count as above it.
    around.push(...here.filter(one => holds(one, step, schemas)))
    here = expand(next, schemas)
  }
  return {
    isAssumed: [...around, ...here].some(one => one['x-assumed'] === true),
    isExtensible: here.some(one => one['x-extensible'] === true),
    assumedValues: here.flatMap(one => {
      const values = one['x-assumed-values']
      return Array.isArray(values) ? values : []
    }),
  }
}

function expand(nodes: readonly SchemaNode[], schemas: SchemaTable, depth = 0): SchemaNode[] {
  if (depth > 20) return []
  return nodes.flatMap(node => {
    const target = node.$ref === undefined ? undefined : schemas[nameOfRef(node.$ref) ?? '']
    const parts = [
      ...(target ? [target] : []),
      ...(node.allOf ?? []),
      ...(node.anyOf ?? []),
      ...(node.oneOf ?? []),
    ]
    return [node, ...expand(parts, schemas, depth + 1)]
  })
}

function stepInto(node: SchemaNode, step: string): SchemaNode[] {
  const found: SchemaNode[] = []
  if (node.properties && Object.hasOwn(node.properties, step)) found.push(node.properties[step] ?? {})
  if (step === '*' && node.items) found.push(node.items)
  if (step === '*' && typeof node.additionalProperties === 'object') found.push(node.additionalProperties)
  return found
}

function holds(node: SchemaNode, step: string, schemas: SchemaTable): boolean {
  return expand([node], schemas).some(one => stepInto(one, step).length > 0)
}
