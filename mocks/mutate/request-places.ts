import { type FlatSchema, flattenSchema } from '../../scripts/lib/flatten-schema'
import { isObject } from '../../scripts/lib/json'
import type { Operation } from '../../scripts/lib/operation'
import type { SchemaNode, SchemaTable } from '../../scripts/lib/schema-node'
import { jsonOf } from './answered'
import type { Call } from './mutant'

/** A value of a question by the contract. */
export type RequestPlace = {
  readonly in: 'path' | 'query' | 'body'
  readonly name: string
  /** `body:/username`, `body:/flags/*`, `query:email`, `path:code`. */
  readonly place: string
  readonly isRequired: boolean
  /** Stands for each item of the list under the name. */
  readonly isItem: boolean
  readonly flat: FlatSchema
}

/** Every parameter, every field of the body, and the items of lists in it; files are left out. */
export function requestPlaces(operation: Operation, schemas: SchemaTable): RequestPlace[] {
  const flatten = (node: SchemaNode) => flattenSchema(node, schemas, ([first = {}]) => first)
  const places: RequestPlace[] = operation.parameters.flatMap(({ in: where, name, required, schema }) =>
    where === 'path' || where === 'query'
      ? [
          {
            in: where,
            name,
            place: `${where}:${name}`,
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
    places.push({ in: 'body', name, place: `body:/${name}`, isRequired, isItem: false, flat })
    if (flat.items) {
      const items = flatten(flat.items)
      places.push({ in: 'body', name, place: `body:/${name}/*`, isRequired, isItem: true, flat: items })
    }
  }
  return places
}

/** What a question holds there, as sent; items as a list; undefined where nothing is. */
export async function valueAt(call: Call, place: RequestPlace): Promise<unknown> {
  if (place.in === 'path') return call.params[place.name]
  if (place.in === 'query') return call.url.searchParams.get(place.name) ?? undefined
  if (!isForm(call)) {
    const body = jsonOf(call)
    return isObject(body) ? body[place.name] : undefined
  }
  return (await formOf(call)).get(place.name) ?? undefined
}

export function isForm({ headers }: Call): boolean {
  return headers.get('content-type')?.startsWith('multipart/form-data') ?? false
}

/** The form that a question carries; an empty one where it cannot be read. */
export async function formOf({ headers, body }: Call): Promise<FormData> {
  const type = headers.get('content-type') ?? ''
  const response = new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } })
  return response.formData().catch(() => new FormData())
}
