import { type FlatSchema, flattenSchema } from '../../scripts/lib/flatten-schema'
import { isObject } from '../../scripts/lib/json'
import type { Operation } from '../../scripts/lib/operation'
import type { SchemaNode, SchemaTable } from '../../scripts/lib/schema-node'
import type { Call } from './mutant'
import { parseJson } from './responses'

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
  return (await formOf(call)).get(location.name) ?? undefined
}

export function isForm({ headers }: Call): boolean {
  return headers.get('content-type')?.startsWith('multipart/form-data') ?? false
}

/** An empty form if the body cannot be parsed. */
export async function formOf({ headers, body }: Call): Promise<FormData> {
  const type = headers.get('content-type') ?? ''
  const response = new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } })
  return response.formData().catch(() => new FormData())
}
