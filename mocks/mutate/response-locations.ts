import { type FlatSchema, flattenSchema } from '../../scripts/lib/flatten-schema'
import type { Operation, OperationResponse } from '../../scripts/lib/operation'
import { resolveSchema, type SchemaNode, type SchemaTable } from '../../scripts/lib/schema-node'

export type ResponseLocation = {
  readonly status: number
  /** `*` for list items; empty for the whole body. */
  readonly pointer: string
  readonly name: string
  /** Pointer of the object that has it; null if none. */
  readonly parent: string | null
  readonly isRequired: boolean
  readonly isNullable: boolean
  readonly flat: FlatSchema
}

/** Every value of successful JSON responses, and of errors that have more than a detail. */
export function responseLocations(operation: Operation, schemas: SchemaTable): ResponseLocation[] {
  return operation.responses.filter(hasSchema).flatMap(({ status, schema }) => {
    const found = new Map<string, ResponseLocation>()
    const root = { status, pointer: '', name: '', parent: null, isRequired: true }
    if (schema) collect(schema, root, schemas, found)
    return [...found.values()]
  })
}

function hasSchema({ status, kind, details }: OperationResponse): boolean {
  return kind === 'json' && (status < 300 || details === undefined)
}

function collect(
  node: SchemaNode,
  at: Omit<ResponseLocation, 'flat' | 'isNullable'>,
  schemas: SchemaTable,
  found: Map<string, ResponseLocation>,
): void {
  const flats = flatsOf(node, schemas)
  const isNullable = flats.some(flat => hasType({ flat }, 'null'))
  for (const flat of flats) {
    if (!found.has(at.pointer)) found.set(at.pointer, { ...at, isNullable, flat })
    const { status, pointer } = at
    if (flat.items) {
      const item = { status, pointer: `${pointer}/*`, name: '', parent: null, isRequired: true }
      collect(flat.items, item, schemas, found)
    }
    for (const [name, child] of flat.properties) {
      const isRequired = flat.required.has(name)
      const location = { status, pointer: `${pointer}/${name}`, name, parent: pointer, isRequired }
      collect(child, location, schemas, found)
    }
  }
}

/** One flat schema for each branch of the schema. */
function flatsOf(node: SchemaNode, schemas: SchemaTable): FlatSchema[] {
  const resolved = resolveSchema(node, schemas)
  const count = (resolved.anyOf ?? resolved.oneOf ?? [node]).length
  return Array.from({ length: count }, (_, index) =>
    flattenSchema(node, schemas, branches => branches[index % branches.length] ?? {}),
  )
}

export function hasType({ flat }: Pick<ResponseLocation, 'flat'>, type: string): boolean {
  return flat.types?.some(one => one === type) ?? false
}
