import { checkContract, listEntries, securityKind } from './check-contract'
import { isEqual, isObject, type JsonObject, listAt, objectAt } from './json'

import {
  bySpecificity,
  type Effect,
  getSpecificity,
  type Method,
  type Operation,
  type OperationResponse,
  type Parameter,
  type ParameterPlace,
  type RequestBody,
  type ResponseHeader,
} from './operation'
import { isAssumed, isBinary, resolveSchema, type SchemaNode, type SchemaTable } from './schema-node'

export type Contract = {
  /** Before every path: `/api`. */
  readonly basePath: string
  readonly operations: readonly Operation[]
  readonly schemas: SchemaTable
  /** The bundled OpenAPI document. */
  readonly document: JsonObject
}

/** The contract in a bundled document; throws a ContractError. */
export function readContract(document: JsonObject): Contract {
  const problems = checkContract(document)
  if (problems.length > 0) throw new ContractError(problems)
  const schemas = Object.fromEntries(
    Object.entries(objectAt(objectAt(document.components).schemas)).map(([name, node]) => [
      name,
      readSchema(node),
    ]),
  )
  return {
    basePath: String(objectAt(listAt(document.servers)[0]).url),
    operations: readOperations(document, schemas),
    schemas,
    document,
  }
}

/** The operations of a validated document, the most specific paths first. */
function readOperations(document: JsonObject, schemas: SchemaTable): Operation[] {
  const schemes = objectAt(objectAt(document.components).securitySchemes)
  const operations = listEntries(document).entries.map(({ path, method, operation }): Operation => {
    const body = readBody(operation.requestBody)
    const [scheme] = Object.keys(objectAt(listAt(operation.security)[0]))
    return {
      operationId: String(operation.operationId),
      tag: String(listAt(operation.tags)[0]),
      method: method as Method,
      path,
      effect: operation['x-effect'] as Effect,
      assumed: isAssumed(operation),
      security: (scheme !== undefined && securityKind(schemes[scheme])) || 'none',
      parameters: listAt(operation.parameters).map(value => readParameter(objectAt(value), schemas)),
      ...(body && { body }),
      responses: Object.entries(objectAt(operation.responses))
        .map(([status, response]) => readResponse(Number(status), objectAt(response), schemas))
        .sort((a, b) => a.status - b.status),
      specificity: getSpecificity(path),
    }
  })
  return operations.sort(bySpecificity)
}

function readParameter(parameter: JsonObject, schemas: SchemaTable): Parameter {
  const schema = resolveSchema(readSchema(parameter.schema), schemas)
  return {
    in: parameter.in as ParameterPlace,
    name: String(parameter.name),
    required: parameter.required === true,
    schema: schema.items ? { ...schema, items: resolveSchema(schema.items, schemas) } : schema,
    ...(isAssumed(parameter) && { assumed: true }),
    ...(isObject(parameter['x-probe']) && {
      source: parameter['x-probe'] as NonNullable<Parameter['source']>,
    }),
  }
}

function readBody(value: unknown): RequestBody | undefined {
  const { content, required } = objectAt(value)
  const [entry] = Object.entries(objectAt(content))
  if (!entry) return undefined
  return {
    required: required === true,
    contentType: entry[0] as RequestBody['contentType'],
    schema: readSchema(objectAt(entry[1]).schema),
  }
}

function readResponse(status: number, response: JsonObject, schemas: SchemaTable): OperationResponse {
  const headers = Object.entries(objectAt(response.headers)).map(([name, header]) =>
    readHeader(name, objectAt(header)),
  )
  const [entry] = Object.entries(objectAt(response.content))
  const assumed = isAssumed(response) && { assumed: true }
  if (!entry) return { status, kind: 'empty', headers, ...assumed }
  const [contentType, value] = entry
  const media = objectAt(value)
  const schema = readSchema(media.schema)
  const details =
    status >= 400 && contentType === 'application/json' ? getDetails(schema, schemas) : undefined
  const example = getExample(media)
  return {
    status,
    kind: getKind(contentType, schema),
    contentType,
    schema,
    headers,
    ...(details && { details }),
    ...(example !== undefined && { example }),
    ...assumed,
  }
}

function getKind(contentType: string, schema: SchemaNode): OperationResponse['kind'] {
  if (isBinary(schema)) return 'binary'
  return contentType === 'application/json' ? 'json' : 'text'
}

function getExample(media: JsonObject): unknown {
  if (media.example !== undefined) return media.example
  return objectAt(Object.values(objectAt(media.examples))[0]).value
}

function readHeader(name: string, header: JsonObject): ResponseHeader {
  const cookie = header['x-cookie']
  return {
    name: name.toLowerCase(),
    required: header.required === true,
    ...(header.schema !== undefined && { schema: readSchema(header.schema) }),
    ...(cookie !== undefined && { cookie: cookie as NonNullable<ResponseHeader['cookie']> }),
  }
}

const ANNOTATIONS = [
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'discriminator',
]

/** A validated schema without descriptions and examples. */
function readSchema(value: unknown): SchemaNode {
  const node: Record<string, unknown> = {}
  for (const [key, child] of Object.entries(objectAt(value))) {
    if (ANNOTATIONS.includes(key)) continue
    if (key === 'properties') {
      node[key] = Object.fromEntries(
        Object.entries(objectAt(child)).map(([name, schema]) => [name, readSchema(schema)]),
      )
    } else if (['allOf', 'oneOf', 'anyOf'].includes(key) && Array.isArray(child))
      node[key] = child.map(readSchema)
    else if (key === 'items' || (key === 'additionalProperties' && isObject(child)))
      node[key] = readSchema(child)
    else node[key] = child
  }
  return node as SchemaNode
}

/** The values of `detail` in an error body; undefined when the schema does not list them. */
export function getDetails(schema: SchemaNode, schemas: SchemaTable): readonly string[] | undefined {
  const values = getValues(schema, 'detail', schemas)?.filter(value => typeof value === 'string')
  return values && values.length > 0 ? values : undefined
}

/** The enum of a property through references, allOf (both must hold) and oneOf or anyOf (either may). */
function getValues(
  schema: SchemaNode,
  property: string | null,
  schemas: SchemaTable,
): readonly unknown[] | undefined {
  const node = resolveSchema(schema, schemas)
  const sets: (readonly unknown[])[] = []
  if (property === null) {
    if (node.const !== undefined) sets.push([node.const])
    if (node.enum) sets.push(node.enum)
  } else {
    const child = node.properties?.[property]
    const own = child && getValues(child, null, schemas)
    if (own) sets.push(own)
  }
  for (const part of node.allOf ?? []) {
    const values = getValues(part, property, schemas)
    if (values) sets.push(values)
  }
  const branches = [...(node.oneOf ?? []), ...(node.anyOf ?? [])].map(
    part => getValues(part, property, schemas) ?? [],
  )
  if (branches.length > 0) sets.push(branches.flat())
  const [first, ...others] = sets
  return first?.filter(value => others.every(set => set.some(other => isEqual(other, value))))
}

/** The contract is invalid; each problem is one full sentence for its author. */
export class ContractError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ContractError'
    this.problems = problems
  }
}
