import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '../../scripts/lib/json'

/** The same contract as the generators can read it, by the name of the copy. */
export type ContractCopies = { readonly [Name in CopyName]: string }
type CopyName = 'as it is' | 'labelled 3.1.0' | 'in 3.0'

/** Writes the copies into a folder and gives their files. */
export function writeCopies(document: JsonObject, into: string): ContractCopies {
  const write = (name: string, value: unknown) => {
    const file = join(into, `${name}.json`)
    writeFileSync(file, JSON.stringify(value, null, 2))
    return file
  }
  return {
    'as it is': write('contract', document),
    'labelled 3.1.0': write('contract-3.1.0', { ...document, openapi: '3.1.0' }),
    'in 3.0': write('contract-3.0', { ...objectIn30(document), openapi: '3.0.3' }),
  }
}

/** What OpenAPI 3.0 writes otherwise: null among types, several types, and limits that are left out. */
function objectIn30(node: JsonObject): JsonObject {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node)) result[key] = valueIn30(value)
  if (Array.isArray(node.type)) {
    const types = node.type.filter(type => type !== 'null')
    delete result.type
    if (types.length < node.type.length) result.nullable = true
    if (types.length === 1) result.type = types[0]
    else result.oneOf = types.map(type => ({ type }))
  }
  for (const [limit, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof node[exclusive] === 'number')
      Object.assign(result, { [limit]: node[exclusive], [exclusive]: true })
  }
  return result
}

function valueIn30(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueIn30)
  return isObject(value) ? objectIn30(value) : value
}
