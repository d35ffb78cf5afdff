import { checkSchema } from './check-schema'
import { isObject, type JsonObject, listAt, objectAt } from './json'
import { isBinary, rankSchemas, type SchemaTable } from './schema-node'

type Entry = { readonly path: string; readonly method: string; readonly operation: JsonObject }

/**
 * Validates a bundled document. Each problem is one full sentence with the path and the fix; an empty list means
 * that all writers can read the document.
 */
export function checkContract(document: JsonObject): string[] {
  const { problems, entries } = listEntries(document)
  return [
    ...checkFrame(document),
    ...problems,
    ...entries.flatMap(checkOperation),
    ...checkUnique(entries),
    ...checkSchemes(document, entries),
    ...checkSchemas(document),
  ]
}

function checkFrame(document: JsonObject): string[] {
  const problems: string[] = []
  if (!/^3\.1\.\d+$/.test(String(document.openapi))) {
    problems.push(
      `The contract says openapi: ${document.openapi}; write openapi: 3.1.1, because the generator reads 3.1 only.`,
    )
  }
  const urls = listAt(document.servers).map(server => objectAt(server).url)
  if (urls.length !== 1 || !/^\/[\w/-]*\w$/.test(String(urls[0]))) {
    problems.push(
      'The contract must have exactly one server with a path as its address; write servers: [{ url: /api }].',
    )
  }
  return problems
}

/** All operations of a document with the parameters of their path item added. */
export function listEntries(document: JsonObject): { problems: string[]; entries: Entry[] } {
  const problems: string[] = []
  const entries: Entry[] = []
  for (const [path, item] of Object.entries(objectAt(document.paths))) {
    if (!path.startsWith('/')) problems.push(`The path ${path} must begin with a slash.`)
    const shared = listAt(objectAt(item).parameters)
    for (const [key, operation] of Object.entries(objectAt(item))) {
      if (['head', 'options', 'trace'].includes(key)) {
        problems.push(
          `${key.toUpperCase()} ${path} has a method that is not supported; use ${methods.join(', ')}.`,
        )
      }
      if (!methods.some(method => method === key) || !isObject(operation)) continue
      const parameters = [...shared, ...listAt(operation.parameters)]
      entries.push({ path, method: key, operation: { ...operation, parameters } })
    }
  }
  return { problems, entries }
}

function checkUnique(entries: readonly Entry[]): string[] {
  const problems: string[] = []
  const ids = new Map<unknown, string>()
  const shapes = new Map<string, string>()
  for (const { path, method, operation } of entries) {
    const where = `${method.toUpperCase()} ${path}`
    const shape = `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
    const sameId = operation.operationId !== undefined && ids.get(operation.operationId)
    if (sameId)
      problems.push(`${where} and ${sameId} share the operationId ${operation.operationId}; rename one.`)
    const sameShape = shapes.get(shape)
    if (sameShape) problems.push(`${where} and ${sameShape} answer the same addresses; keep one of them.`)
    ids.set(operation.operationId, where)
    shapes.set(shape, where)
  }
  return problems
}

function checkSchemes(document: JsonObject, entries: readonly Entry[]): string[] {
  const schemes = objectAt(objectAt(document.components).securitySchemes)
  const problems: string[] = []
  for (const [name, value] of Object.entries(schemes)) {
    if (securityKind(value) === undefined) {
      problems.push(
        `The security scheme ${name} is not supported; use type: http with scheme: bearer, or an apiKey in a cookie.`,
      )
    }
  }
  for (const { operation } of entries) {
    const [name] = Object.keys(objectAt(listAt(operation.security)[0]))
    if (name !== undefined && !Object.hasOwn(schemes, name)) {
      problems.push(
        `${operation.operationId} needs the security scheme ${name}, which components.securitySchemes does not hold.`,
      )
    }
  }
  return problems
}

export function securityKind(scheme: unknown): 'bearer' | 'refreshCookie' | undefined {
  const { type, scheme: kind, in: place } = objectAt(scheme)
  if (type === 'http' && kind === 'bearer') return 'bearer'
  return type === 'apiKey' && place === 'cookie' ? 'refreshCookie' : undefined
}

function checkSchemas(document: JsonObject): string[] {
  const schemas = objectAt(objectAt(document.components).schemas)
  const problems = Object.entries(schemas).flatMap(([name, node]) => [
    ...(/^[A-Z][A-Za-z0-9]*$/.test(name)
      ? []
      : [`The schema ${name} becomes a type; name it in PascalCase, like GroupInList.`]),
    ...checkSchema(node, `The schema ${name}`),
  ])
  if (problems.length > 0) return problems
  const getRank = rankSchemas(schemas as SchemaTable)
  return Object.entries(schemas as SchemaTable)
    .filter(([, node]) => getRank(node) === Number.POSITIVE_INFINITY)
    .map(
      ([name]) =>
        `The schema ${name} requires itself without end; make one property of the circle optional or nullable.`,
    )
}

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const

type Place = { readonly method: string; readonly path: string; readonly operation: JsonObject }

/** The problems of one operation, as sentences. */
function checkOperation({ method, path, operation }: Place): string[] {
  const where = `${method.toUpperCase()} ${path}`
  const id = operation.operationId
  if (typeof id !== 'string') return [`${where} has no operationId; name it by verb and noun, like getGroup.`]
  const at = `${id} (${where})`
  const problems: string[] = []
  if (!/^[a-z][A-Za-z0-9]*$/.test(id)) {
    problems.push(`${at} has an operationId that is not camelCase; name it by verb and noun, like getGroup.`)
  }
  if (listAt(operation.tags).length !== 1)
    problems.push(`${at} must have exactly one tag; write tags: [groups], for example.`)
  if (operation['x-effect'] !== 'read' && operation['x-effect'] !== 'write') {
    problems.push(`${at} has no x-effect; write x-effect: read or x-effect: write.`)
  }
  return [
    ...problems,
    ...checkSecurity(operation, at),
    ...checkParameters(operation, path, at),
    ...checkBody(operation, method, at),
    ...checkResponses(operation, at),
  ]
}

function checkSecurity(operation: JsonObject, at: string): string[] {
  const { security } = operation
  if (!Array.isArray(security)) {
    return [
      `${at} does not say its security; write security: [] for a public call or security: [{ bearer: [] }].`,
    ]
  }
  if (security.length > 1 || (security.length === 1 && Object.keys(objectAt(security[0])).length !== 1)) {
    return [`${at} has more than one security requirement; keep the one that the call really needs.`]
  }
  return []
}

function checkParameters(operation: JsonObject, path: string, at: string): string[] {
  const problems: string[] = []
  const parameters = listAt(operation.parameters).map(objectAt)
  const inPath = parameters
    .filter(parameter => parameter.in === 'path')
    .map(parameter => String(parameter.name))
  const inTemplate = [...path.matchAll(/\{([^}]*)\}/g)].map(match => match[1] ?? '')
  for (const name of inTemplate) {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) {
      problems.push(
        `${at} has the path parameter {${name}}; write it in snake_case, because routers accept nothing else.`,
      )
    }
    if (!inPath.includes(name))
      problems.push(`${at} does not describe its path parameter {${name}}; add it under parameters.`)
  }
  for (const name of inPath) {
    if (!inTemplate.includes(name))
      problems.push(`${at} describes a path parameter "${name}" that its path does not hold.`)
  }
  const keys = parameters.map(parameter => `${parameter.in} ${parameter.name}`)
  for (const [index, parameter] of parameters.entries()) {
    const label = `${at}, ${parameter.in} parameter ${parameter.name},`
    if (keys.indexOf(keys[index] ?? '') < index) problems.push(`${label} is described twice; keep one.`)
    if (!['path', 'query', 'header', 'cookie'].includes(String(parameter.in))) {
      problems.push(`${label} has an unknown place; use path, query, header or cookie.`)
    }
    if (parameter.in === 'path' && parameter.required !== true)
      problems.push(`${label} must say required: true.`)
    if (parameter.style !== undefined || parameter.content !== undefined || parameter.explode === false) {
      problems.push(`${label} uses style, content or explode: false; repeat the parameter for lists instead.`)
    }
    problems.push(...checkSchema(parameter.schema, label))
    if (objectAt(parameter.schema).type === 'object')
      problems.push(`${label} is an object; use one parameter for each property.`)
  }
  return problems
}

function checkBody(operation: JsonObject, method: string, at: string): string[] {
  if (operation.requestBody === undefined) return []
  if (method === 'get')
    return [`${at} is a GET with a body, which browsers refuse to send; use POST with x-effect: read.`]
  const content = Object.entries(objectAt(objectAt(operation.requestBody).content))
  const [first] = content
  if (content.length !== 1 || !first) return [`${at} must have exactly one content type in its body.`]
  const [contentType, media] = first
  if (contentType !== 'application/json' && contentType !== 'multipart/form-data') {
    return [
      `${at} has a body of ${contentType}, which is not supported; use application/json or multipart/form-data.`,
    ]
  }
  return checkSchema(objectAt(media).schema, `The body of ${at}`)
}

function checkResponses(operation: JsonObject, at: string): string[] {
  const problems: string[] = []
  const responses = Object.entries(objectAt(operation.responses))
  if (!responses.some(([status]) => status.startsWith('2')))
    problems.push(`${at} has no answer for success; describe its 2xx.`)
  for (const [status, response] of responses) {
    const label = `The answer ${status} of ${at}`
    if (!/^[1-5]\d\d$/.test(status)) {
      problems.push(`${label} is not a status; write each status (403, 404, ...) as an answer of its own.`)
      continue
    }
    problems.push(...checkContent(objectAt(response), label))
    for (const [name, header] of Object.entries(objectAt(objectAt(response).headers))) {
      const { schema } = objectAt(header)
      if (schema !== undefined) problems.push(...checkSchema(schema, `${label}, header ${name},`))
    }
  }
  return problems
}

function checkContent(response: JsonObject, label: string): string[] {
  const content = Object.entries(objectAt(response.content))
  const [first] = content
  if (!first) return []
  if (content.length > 1) return [`${label} has several content types; keep the one that the client reads.`]
  const [contentType, media] = first
  const { schema } = objectAt(media)
  if (/[*]/.test(contentType))
    return [`${label} has the content type ${contentType}; name the one that is sent.`]
  const isReadable = contentType === 'application/json' || contentType.startsWith('text/')
  if (!isReadable && !(isObject(schema) && isBinary(schema))) {
    return [
      `${label} has the content type ${contentType}, which is not supported as data; use application/json, or format: binary for a download.`,
    ]
  }
  return checkSchema(schema, label)
}
