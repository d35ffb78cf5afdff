import { isObject } from '../../contract/json'
import type { Operation, OperationResponse } from '../../contract/operation'
import {
  type FlatSchema,
  flattenAll,
  flattenSchema,
  type SchemaNode,
  type SchemaTable,
} from '../../contract/schema-node'
import type { Call } from './mutant'
import { parseJson } from './responses'

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
  const flats = flattenAll(node, schemas).map(({ flat }) => flat)
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

export function hasType({ flat }: Pick<ResponseLocation, 'flat'>, type: string): boolean {
  return flat.types?.some(one => one === type) ?? false
}

export type RequestLocation = {
  readonly in: 'path' | 'query' | 'body'
  readonly name: string
  /** `body:/username`, `body:/flags/*`, `query:email`, `path:code`. */
  readonly location: string
  readonly isRequired: boolean
  /** Stands for each item of the list. */
  readonly isItem: boolean
  readonly flat: FlatSchema
}

export function requestLocations(operation: Operation, schemas: SchemaTable): RequestLocation[] {
  const flatten = (node: SchemaNode) => flattenSchema(node, schemas, ([first = {}]) => first)
  const locations: RequestLocation[] = operation.parameters.flatMap(
    ({ in: where, name, required, schema }) =>
      where === 'path' || where === 'query'
        ? [
            {
              in: where,
              name,
              location: `${where}:${name}`,
              isRequired: required,
              isItem: false,
              flat: flatten(schema),
            },
          ]
        : [],
  )
  const body = operation.body && flatten(operation.body.schema)
  for (const [name, node] of body?.properties ?? []) {
    const flat = flatten(node)
    if (flat.formats.includes('binary')) continue
    const isRequired = body?.required.has(name) ?? false
    locations.push({ in: 'body', name, location: `body:/${name}`, isRequired, isItem: false, flat })
    if (flat.items) {
      const items = flatten(flat.items)
      locations.push({ in: 'body', name, location: `body:/${name}/*`, isRequired, isItem: true, flat: items })
    }
  }
  return locations
}

/** The value that a request has there, as sent; undefined if absent. */
export async function valueAt(call: Call, location: RequestLocation): Promise<unknown> {
  if (location.in === 'path') return call.params[location.name]
  if (location.in === 'query') return call.url.searchParams.get(location.name) ?? undefined
  if (!isForm(call)) {
    const body = parseJson(call)
    return isObject(body) ? body[location.name] : undefined
  }
  return (await getForm(call)).get(location.name) ?? undefined
}

export function isForm({ headers }: Call): boolean {
  return headers.get('content-type')?.startsWith('multipart/form-data') ?? false
}

/** An empty form if the body cannot be parsed. */
export async function getForm({ headers, body }: Call): Promise<FormData> {
  const type = headers.get('content-type') ?? ''
  const response = new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } })
  return response.formData().catch(() => new FormData())
}
