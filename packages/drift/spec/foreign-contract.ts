import { annotationFormats, formatPattern } from '../../contract/formats'
import { isObject, type JsonObject, listAt, objectAt } from '../../contract/json'
import {
  bySpecificity,
  getSpecificity,
  type Method,
  type Operation,
  type OperationResponse,
  type Parameter,
  type RequestBody,
} from '../../contract/operation'
import { type Contract, getDetails } from '../../contract/read-contract'
import { isAssumed, nameOfRef, type SchemaNode, type SchemaTable } from '../../contract/schema-node'
import { type Exchange, getHeader } from '../../contract/validator/exchange'
import { findOperation } from '../../contract/validator/find-operation'
import {
  type BackendOperation,
  type Content,
  type Credential,
  normaliseDocument,
  responsesOfKey,
} from './normalise-document'

type UncheckedStep = { readonly step: string; readonly why: string }

/** A contract of another product. What it leaves open is not judged. */
export type ForeignContract = {
  readonly contract: Contract
  readonly unchecked: readonly UncheckedStep[]
  /** Puts the response that the contract describes for this status and media type in its place. */
  readonly admit: (exchange: Exchange) => void
  /** Whether a status has no entry of its own, but falls under `default` or a range such as `4XX`. */
  readonly isInRange: (operationId: string | undefined, status: number) => boolean
}

/** `basePath` replaces the path of the first server. */
export function readForeignContract(document: JsonObject, basePath?: string): ForeignContract {
  const relaxed = relaxDirections(document)
  const { operations, schemas } = normaliseDocument(relaxed)
  const ids = getIds(operations)
  const ranges = new Map<string, ReadonlyMap<string, OperationResponse[]>>()
  const all = operations.map((backend): Operation => {
    const operationId = ids.get(backend) ?? ''
    const own = backend.raw
    const variants = new Map<string, OperationResponse[]>()
    for (const { key, response } of responsesOfKey(relaxed, own))
      variants.set(key, getVariants(Number(key) || 0, response, schemas))
    ranges.set(operationId, variants)
    const body = getBody(backend)
    return {
      operationId,
      tag: backend.tags[0] ?? backend.path.split('/')[1] ?? '',
      method: backend.method as Method,
      path: backend.path,
      effect: getEffect(own, backend.method),
      assumed: isAssumed(own),
      security: isBearer(backend.security) ? 'bearer' : isOpen(backend.security) ? 'none' : 'other',
      parameters: backend.parameters.map(one => getParameter(one, schemas)),
      ...(body && { body }),
      responses: [...variants]
        .filter(([key]) => /^\d+$/.test(key))
        .flatMap(([, [first]]) => first ?? [])
        .sort((a, b) => a.status - b.status),
      specificity: getSpecificity(backend.path),
    }
  })
  const contract: Contract = {
    basePath: basePath ?? serverPath(document),
    operations: all.sort(bySpecificity),
    schemas,
    document,
  }
  const getRange = (id: string, status: number) =>
    ranges.get(id)?.get(`${Math.floor(status / 100)}xx`) ?? ranges.get(id)?.get('default')
  return {
    contract,
    unchecked: getUnchecked(document, operations),
    admit: exchange => {
      const { status = 0, headers = [] } = exchange.response ?? {}
      const found = findOperation(contract, exchange.request.method, exchange.request.url)
      if (found.kind !== 'found') return
      const { operationId, responses } = found.operation
      const known = ranges.get(operationId)?.get(String(status)) ?? getRange(operationId, status)
      const type = mediaType(getHeader(headers, 'content-type') ?? '')
      const right = known?.find(({ contentType }) => contentType === type) ?? known?.[0]
      const others = responses.filter(one => one.status !== status)
      if (right)
        replaceAll(
          responses,
          [...others, { ...right, status }].sort((a, b) => a.status - b.status),
        )
    },
    isInRange: (id = '', status) =>
      ranges.get(id)?.has(String(status)) === false && getRange(id, status) !== undefined,
  }
}

function replaceAll(list: readonly OperationResponse[], items: readonly OperationResponse[]): void {
  ;(list as OperationResponse[]).splice(0, list.length, ...items)
}

/**
 * A `readOnly` field is required in responses alone, a `writeOnly` one in requests alone; neither is required here.
 */
export function relaxDirections(document: JsonObject): JsonObject {
  const copy = structuredClone(document) as Record<string, unknown>
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isObject(value)) return
    const { properties, required } = value
    if (isObject(properties) && Array.isArray(required)) {
      const isOneWay = (name: unknown) => {
        const { readOnly, writeOnly } = objectAt(properties[String(name)])
        return readOnly === true || writeOnly === true
      }
      ;(value as Record<string, unknown>).required = required.filter(name => !isOneWay(name))
    }
    for (const child of Object.values(value)) visit(child)
  }
  visit(copy)
  return copy
}

/** `GET /pets/{id}` where the operationId is missing or used twice. */
function getIds(operations: readonly BackendOperation[]): Map<BackendOperation, string> {
  const count = (id: string | undefined) => operations.filter(one => one.operationId === id).length
  return new Map(
    operations.map(one => {
      const { operationId, method, path } = one
      const isUnique = operationId !== undefined && operationId !== '' && count(operationId) === 1
      return [one, isUnique ? operationId : `${method.toUpperCase()} ${path}`]
    }),
  )
}

function getEffect(operation: JsonObject, method: string): Operation['effect'] {
  const effect = operation['x-effect']
  if (effect === 'read' || effect === 'write') return effect
  return method === 'get' ? 'read' : 'write'
}

function isBearer(choices: readonly Credential[] | undefined): boolean {
  return choices?.length === 1 && choices[0]?.kind === 'bearer'
}

function isOpen(choices: readonly Credential[] | undefined): boolean {
  return choices?.length === 1 && choices[0]?.kind === 'none'
}

function getParameter(
  { in: place, name, required, schema }: BackendOperation['parameters'][number],
  schemas: SchemaTable,
): Parameter {
  const resolved = resolve(schema, schemas)
  const items = resolved.items && resolve(resolved.items, schemas)
  return { in: place as Parameter['in'], name, required, schema: items ? { ...resolved, items } : resolved }
}

function resolve(node: SchemaNode, schemas: SchemaTable): SchemaNode {
  let current = node
  for (let steps = 0; current.$ref !== undefined && steps < 50; steps++)
    current = schemas[nameOfRef(current.$ref) ?? ''] ?? {}
  return current
}

const isJson = (type: string) => /[/+]json$/.test(type)

function getBody({ body }: BackendOperation): RequestBody | undefined {
  const types = [...(body?.content.keys() ?? [])]
  const type = types.find(isJson) ?? types.find(one => one.startsWith('multipart/')) ?? types[0]
  const schema = type === undefined ? undefined : body?.content.get(type)
  if (!body || !schema) return undefined
  return { required: body.required, contentType: type as RequestBody['contentType'], schema }
}

/** One response for each media type, JSON first. */
function getVariants(
  status: number,
  { content, headers }: { readonly content: Content; readonly headers: BackendHeaders },
  schemas: SchemaTable,
): OperationResponse[] {
  const base = {
    status,
    headers: headers.map(({ name, schema, required = false }) => ({ name, schema, required })),
  }
  // Authors leave out what they do not want to describe; only these statuses never have a body.
  if (content.size === 0) return [{ ...base, kind: [204, 205, 304].includes(status) ? 'empty' : 'any' }]
  const types = [...content.keys()].sort((a, b) => Number(isJson(b)) - Number(isJson(a)))
  return types.map(type => {
    const schema = content.get(type) ?? {}
    if (type.includes('*')) return { ...base, kind: 'any' }
    if (!isJson(type))
      return { ...base, kind: type.startsWith('text/') ? 'text' : 'any', contentType: type, schema }
    const details = status >= 400 ? getDetails(schema, schemas) : undefined
    return { ...base, kind: 'json', contentType: type, schema, ...(details && { details }) }
  })
}

type BackendHeaders = BackendOperation['responses'][number]['headers']

function mediaType(header: string): string {
  return (header.split(';')[0] ?? '').trim().toLowerCase()
}

/** `https://{host}/v2/` → `/v2`. */
function serverPath(document: JsonObject): string {
  const { url = '', variables } = objectAt(listAt(document.servers)[0])
  const filled = String(url).replaceAll(/\{([^}]*)\}/g, (_, name: string) =>
    String(objectAt(objectAt(variables)[name]).default ?? ''),
  )
  return filled.replace(/^(?:\w+:)?\/\/[^/]*/, '').replace(/[?#].*$|\/+$/g, '')
}

const UNREAD_KEYWORDS = [
  'not',
  'if',
  'patternProperties',
  'propertyNames',
  'prefixItems',
  'contains',
  'dependentSchemas',
  'dependentRequired',
  'unevaluatedProperties',
  '$dynamicRef',
]

/** What the check leaves out, with the number of its places. */
function getUnchecked(document: JsonObject, operations: readonly BackendOperation[]): UncheckedStep[] {
  const found = new Map<string, { why: string; count: number }>()
  const add = (step: string, why: string) =>
    found.set(step, { why, count: (found.get(step)?.count ?? 0) + 1 })
  for (const item of Object.values(objectAt(document.paths)))
    for (const method of ['head', 'options', 'trace'])
      if (objectAt(item)[method] !== undefined)
        add(`${method.toUpperCase()} operations`, 'only the other methods are compared')
  for (const { path, security, body } of operations) {
    if (/[^/{]\{|\}[^/}]/.test(path))
      add(`calls of ${path} in recorded traffic`, 'a parameter shares its segment with text')
    if (security === undefined)
      add('authentication', 'the contract does not say whether these operations need a token')
    else if (!isBearer(security) && !isOpen(security))
      add(
        'other authentication than one bearer token',
        'the check knows only bearer tokens and open operations',
      )
    if ((body?.content.size ?? 0) > 1)
      add('request bodies of several media types', 'only the first of JSON, multipart, others is compared')
  }
  if (document.webhooks !== undefined) add('webhooks', 'the server sends these itself')
  const visit = (value: unknown, key: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, '')
    if (!isObject(value)) return
    for (const [name, child] of Object.entries(value)) {
      if (name === 'example' || name === 'examples' || name.startsWith('x-')) continue
      if (name === 'callbacks') add('callbacks', 'the server sends these itself')
      if (key === 'properties') visit(child, '')
      else {
        if (UNREAD_KEYWORDS.includes(name)) add(`the keyword ${name}`, 'the check does not evaluate it')
        if (name === 'format' && typeof child === 'string' && !isKnownFormat(child))
          add(`the format ${child}`, 'any text is accepted')
        visit(child, name)
      }
    }
  }
  visit(document.paths, '')
  visit(document.components, '')
  return [...found].map(([step, { why, count }]) => ({
    step: count > 1 ? `${step} (${count} places)` : step,
    why,
  }))
}

function isKnownFormat(format: string): boolean {
  return formatPattern(format) !== undefined || annotationFormats.includes(format)
}
