import { nameOfRef, type SchemaNode, type SchemaTable } from '../../lib/schema-node'

/** What the contract says of a place in one of its schemas, beside the shape of its values. */
export type ContractPlace = {
  /** The place or anything around it is marked as a guess of ours. */
  readonly isAssumed: boolean
  /** The client takes values that the contract does not list. */
  readonly isExtensible: boolean
  /** Listed values that are guesses of ours. */
  readonly assumedValues: readonly unknown[]
}

/** Looks up a place by its pointer, with `*` for list items and the values of maps. */
export function contractPlace(node: SchemaNode, schemas: SchemaTable, pointer: string): ContractPlace {
  const around: SchemaNode[] = []
  let here = spread([node], schemas)
  for (const step of pointer.split('/').slice(1)) {
    const next = here.flatMap(one => stepInto(one, step))
    // Only what holds the step stands around it: the other branches of a choice are none of its business.
    around.push(...here.filter(one => holds(one, step, schemas)))
    here = spread(next, schemas)
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

/** The nodes with all that they refer to and are composed of. */
function spread(nodes: readonly SchemaNode[], schemas: SchemaTable, depth = 0): SchemaNode[] {
  if (depth > 20) return []
  return nodes.flatMap(node => {
    const target = node.$ref === undefined ? undefined : schemas[nameOfRef(node.$ref) ?? '']
    const parts = [
      ...(target ? [target] : []),
      ...(node.allOf ?? []),
      ...(node.anyOf ?? []),
      ...(node.oneOf ?? []),
    ]
    return [node, ...spread(parts, schemas, depth + 1)]
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
  return spread([node], schemas).some(one => stepInto(one, step).length > 0)
}
