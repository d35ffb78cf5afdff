import { type FlatSchema, flattenSchema } from '../../scripts/lib/flatten-schema'
import type { Operation, OperationResponse } from '../../scripts/lib/operation'
import { resolveSchema, type SchemaNode, type SchemaTable } from '../../scripts/lib/schema-node'

/** A value of an answer by the contract. */
export type AnswerPlace = {
  readonly status: number
  /** `*` for list items; empty for the whole body. */
  readonly pointer: string
  /** The last name; empty for list items and the whole body. */
  readonly name: string
  /** Of the object that holds it; null where no object does. */
  readonly parent: string | null
  readonly isRequired: boolean
  /** Null may come in its stead. */
  readonly isNullable: boolean
  readonly flat: FlatSchema
}

/** Every value that the JSON answers of success may hold, and of those errors that are more than a detail. */
export function answerPlaces(operation: Operation, schemas: SchemaTable): AnswerPlace[] {
  return operation.responses.filter(isRichAnswer).flatMap(({ status, schema }) => {
    const found = new Map<string, AnswerPlace>()
    const root = { status, pointer: '', name: '', parent: null, isRequired: true }
    if (schema) collect(schema, root, schemas, found)
    return [...found.values()]
  })
}

function isRichAnswer({ status, kind, details }: OperationResponse): boolean {
  return kind === 'json' && (status < 300 || details === undefined)
}

function collect(
  node: SchemaNode,
  at: Omit<AnswerPlace, 'flat' | 'isNullable'>,
  schemas: SchemaTable,
  found: Map<string, AnswerPlace>,
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
      const place = { status, pointer: `${pointer}/${name}`, name, parent: pointer, isRequired }
      collect(child, place, schemas, found)
    }
  }
}

/** One flat schema for each branch that an answer may follow. */
function flatsOf(node: SchemaNode, schemas: SchemaTable): FlatSchema[] {
  const resolved = resolveSchema(node, schemas)
  const count = (resolved.anyOf ?? resolved.oneOf ?? [node]).length
  return Array.from({ length: count }, (_, index) =>
    flattenSchema(node, schemas, branches => branches[index % branches.length] ?? {}),
  )
}

export function hasType({ flat }: Pick<AnswerPlace, 'flat'>, type: string): boolean {
  return flat.types?.some(one => one === type) ?? false
}
