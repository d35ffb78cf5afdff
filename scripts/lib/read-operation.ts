import { listEntries, securityKind } from './check-contract'
import { type JsonObject, listAt, objectAt } from './json'
import {
  bySpecificity,
  type Effect,
  type Method,
  type Operation,
  type OperationResponse,
  type Parameter,
  type ParameterPlace,
  type RequestBody,
  type ResponseHeader,
  specificityOf,
} from './operation'
import { detailsOf, readSchema } from './read-schema'
import { isBinary, resolveSchema, type SchemaNode, type SchemaTable } from './schema-node'

/** The operations of a validated document, the most specific paths first. */
export function readOperations(document: JsonObject, schemas: SchemaTable): Operation[] {
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
      assumed: operation['x-assumed'] === true,
      security: (scheme !== undefined && securityKind(schemes[scheme])) || 'none',
      parameters: listAt(operation.parameters).map(value => readParameter(objectAt(value), schemas)),
      ...(body && { body }),
      responses: Object.entries(objectAt(operation.responses))
        .map(([status, response]) => readResponse(Number(status), objectAt(response), schemas))
        .sort((a, b) => a.status - b.status),
      specificity: specificityOf(path),
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
    ...(parameter['x-assumed'] === true && { assumed: true }),
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
  const assumed = response['x-assumed'] === true && { assumed: true }
  if (!entry) return { status, kind: 'empty', headers, ...assumed }
  const [contentType, value] = entry
  const media = objectAt(value)
  const schema = readSchema(media.schema)
  const details = status >= 400 && contentType === 'application/json' ? detailsOf(schema, schemas) : undefined
  const example = exampleOf(media)
  return {
    status,
    kind: kindOf(contentType, schema),
    contentType,
    schema,
    headers,
    ...(details && { details }),
    ...(example !== undefined && { example }),
    ...assumed,
  }
}

function kindOf(contentType: string, schema: SchemaNode): OperationResponse['kind'] {
  if (isBinary(schema)) return 'binary'
  return contentType === 'application/json' ? 'json' : 'text'
}

function exampleOf(media: JsonObject): unknown {
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
