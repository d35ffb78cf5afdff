import { checkSchema } from './check-schema'
import { isObject, type JsonObject, listAt, objectAt } from './json'
import { isBinary, rankSchemas, type SchemaTable } from './schema-node'

type Entry = { readonly path: string; readonly method: string; readonly operation: JsonObject }

/**
 * Validates what the writers need of a bundled document beyond the rules of `openapi/redocly.yaml`. Each problem is one full
 * sentence with the path and the fix.
 */
export function checkContract(document: JsonObject): string[] {
  const { problems, entries } = listEntries(document)
  return [
    ...checkFrame(document),
    ...problems,
    ...entries.flatMap(checkOperation),
    ...checkSchemes(document),
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

function checkSchemes(document: JsonObject): string[] {
  const schemes = objectAt(objectAt(document.components).securitySchemes)
  return Object.entries(schemes)
    .filter(([, value]) => securityKind(value) === undefined)
    .map(
      ([name]) =>
        `The security scheme ${name} is not supported; use type: http with scheme: bearer, or an apiKey in a cookie.`,
    )
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
  return [
    ...problems,
    ...checkSecurity(operation, at),
    ...checkParameters(operation, path, at),
    ...checkBody(operation, method, at),
    ...checkResponses(operation, at),
  ]
}

function checkSecurity(operation: JsonObject, at: string): string[] {
  const security = listAt(operation.security)
  if (security.length > 1 || (security.length === 1 && Object.keys(objectAt(security[0])).length !== 1)) {
    return [`${at} has more than one security requirement; keep the one that the call really needs.`]
  }
  return []
}

function checkParameters(operation: JsonObject, path: string, at: string): string[] {
  const problems: string[] = []
  const parameters = listAt(operation.parameters).map(objectAt)
  const inTemplate = [...path.matchAll(/\{([^}]*)\}/g)].map(match => match[1] ?? '')
  for (const name of inTemplate) {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) {
      problems.push(
        `${at} has the path parameter {${name}}; write it in snake_case, because routers accept nothing else.`,
      )
    }
  }
  for (const parameter of parameters) {
    const label = `${at}, ${parameter.in} parameter ${parameter.name},`
    // Redocly has no rule for it.
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
