import type { Operation, Parameter, ParameterPlace } from './operation'
import {
  getTypes,
  isBinary,
  resolveSchema,
  type SchemaNode,
  type SchemaTable,
  type SchemaType,
} from './schema-node'

/**
 * Converts strings of a URL or a form by the schema, never by their look: `007` stays a string where the contract
 * says string. A string that does not fit is passed on for the validator to reject.
 */

type Values = Record<string, unknown>

/** The path parameters of a matched request, already decoded. */
export function coerceParams(operation: Operation, params: Readonly<Record<string, string>>): Values {
  return coerceAll(parametersIn(operation, 'path'), name => {
    const value = params[name]
    return value === undefined ? [] : [value]
  })
}

/** The documented query parameters; others are ignored. */
export function coerceQuery(operation: Operation, search: URLSearchParams): Values {
  return coerceAll(parametersIn(operation, 'query'), name => search.getAll(name))
}

/** The documented request headers, by lower-case name. */
export function coerceHeaders(operation: Operation, headers: Headers): Values {
  const parameters = parametersIn(operation, 'header').map(one => ({ ...one, name: one.name.toLowerCase() }))
  return coerceAll(parameters, name => {
    const value = headers.get(name)
    return value === null ? [] : [value]
  })
}

/** The parts of a form as one object for `validateRequest[id].body`: strings by schema, files unchanged. */
export function coerceForm(operation: Operation, form: FormData, schemas: SchemaTable): Values {
  const { properties = {} } = operation.body ? resolveSchema(operation.body.schema, schemas) : {}
  const result: Values = {}
  for (const name of new Set(form.keys())) {
    const node = properties[name] && resolveSchema(properties[name], schemas)
    const entries = form.getAll(name)
    // A browser's form encodes a line break as CRLF; the contract counts it as one character.
    const rawValues = entries
      .filter(entry => typeof entry === 'string')
      .map(text => text.replaceAll('\r\n', '\n'))
    if (rawValues.length < entries.length) result[name] = isList(node) ? entries : entries[0]
    else
      result[name] =
        node && !isBinary(node) ? coerceValue(rawValues, inlineItems(node, schemas)) : rawValues[0]
  }
  return result
}

function coerceAll(parameters: readonly Parameter[], getValues: (name: string) => readonly string[]): Values {
  const result: Values = {}
  for (const { name, schema } of parameters) {
    const rawValues = getValues(name)
    if (rawValues.length > 0) result[name] = coerceValue(rawValues, schema)
    else if (schema.default !== undefined) result[name] = schema.default
  }
  return result
}

/** The value of a repeated name: lists take all of its values, others the last. */
function coerceValue(rawValues: readonly string[], schema: SchemaNode): unknown {
  if (isList(schema)) return rawValues.map(text => coerceText(text, schema.items ?? {}))
  return coerceText(rawValues.at(-1) ?? '', schema)
}

function coerceText(text: string, schema: SchemaNode): unknown {
  const types = allTypes(schema)
  if (types.includes('string')) return text
  for (const type of types) {
    const isWhole = /^-?(?:0|[1-9]\d*)$/.test(text)
    if (type === 'integer' && isWhole && Number.isSafeInteger(Number(text))) return Number(text)
    if (type === 'number' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return Number(text)
    if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
    if (type === 'null' && text === '') return null
  }
  return text
}

function allTypes(schema: SchemaNode): readonly SchemaType[] {
  const own = getTypes(schema) ?? []
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  return [...own, ...parts.flatMap(allTypes)]
}

function isList(schema: SchemaNode | undefined): boolean {
  return schema !== undefined && (getTypes(schema)?.includes('array') ?? false)
}

function inlineItems(node: SchemaNode, schemas: SchemaTable): SchemaNode {
  return node.items ? { ...node, items: resolveSchema(node.items, schemas) } : node
}

function parametersIn(operation: Operation, place: ParameterPlace): Parameter[] {
  return operation.parameters.filter(parameter => parameter.in === place)
}
