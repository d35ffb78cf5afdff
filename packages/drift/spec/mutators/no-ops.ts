import { isObject, type JsonObject, listAt, objectAt } from '../../../contract/json'
import { type Draft, draftAt, operationNodes } from './document-locations'

/** Another way to write the same contract, as FastAPI does; none may be reported. */
export type NoOp = {
  /** `NOOP02:components/schemas/User`. */
  readonly id: string
  readonly change: (document: Draft) => void
}

export const noOpKinds: Readonly<Record<string, (document: JsonObject) => NoOp[]>> = {
  NOOP01: document =>
    ofOperations(document, 'NOOP01', (operation, path, method) => {
      operation.operationId = `${String(operation.operationId)}_api${path.replaceAll(/\W/g, '_')}_${method}`
    }),
  NOOP02: document =>
    ofSchemas(document, 'NOOP02', (node, at) => {
      if (node.$ref === undefined) node.title = getTitle(at.at(-1) ?? '')
    }),
  NOOP03: document => ofSchemas(document, 'NOOP03', nullByAnyOf, node => listAt(node.type).includes('null')),
  NOOP04: document => ofOperations(document, 'NOOP04', nameBody, node => node.requestBody !== undefined),
  NOOP05: document => Object.keys(getSchemas(document)).map(name => splitByDirection(name)),
  NOOP06: document =>
    operationNodes(document).flatMap(({ at, node, operationId }) =>
      Object.keys(objectAt(node.responses))
        .filter(status => Number(status) >= 400)
        .map(status => ({
          id: `NOOP06:${operationId}:${status}`,
          change: copy => {
            delete draftAt(copy, [...at, 'responses'])[status]
          },
        })),
    ),
  NOOP07: () => [{ id: 'NOOP07:all', change: prefixPaths }],
  NOOP08: document =>
    ofOperations(
      document,
      'NOOP08',
      writeValidationError,
      node => objectAt(node.responses)['422'] !== undefined,
    ),
}

type OperationChange = (operation: Draft, path: string, method: string, document: Draft) => void

function ofOperations(
  document: JsonObject,
  number: string,
  change: OperationChange,
  isAt: (node: JsonObject) => boolean = () => true,
): NoOp[] {
  return operationNodes(document)
    .filter(({ node }) => isAt(node))
    .map(({ at, path, method, operationId }) => ({
      id: `${number}:${operationId}`,
      change: copy => change(draftAt(copy, at), path, method, copy),
    }))
}

function ofSchemas(
  document: JsonObject,
  number: string,
  change: (node: Draft, at: readonly string[]) => void,
  isAt: (node: JsonObject) => boolean = () => true,
): NoOp[] {
  return allSchemas(document)
    .filter(({ node }) => isAt(node))
    .map(({ at }) => ({
      id: `${number}:${at.join('/')}`,
      change: copy => change(draftAt(copy, at), at),
    }))
}

const getSchemas = (document: JsonObject) => objectAt(objectAt(document.components).schemas)
const getTitle = (name: string) =>
  name
    .split('_')
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')

function nullByAnyOf(node: Draft): void {
  const { type, ...rest } = node
  for (const key of Object.keys(node)) delete node[key]
  const types = listAt(type).filter(one => one !== 'null')
  node.anyOf = [...types.map(one => ({ type: one, ...rest })), { type: 'null' }]
}

function nameBody(operation: Draft, path: string, method: string, document: Draft): void {
  const name = `Body_${String(operation.operationId)}_api${path.replaceAll(/\W/g, '_')}_${method}`
  for (const media of Object.values(draftAt(operation, ['requestBody', 'content'])) as Draft[]) {
    if (!isObject(media.schema) || media.schema.$ref !== undefined) continue
    Object.assign(draftAt(document, ['components', 'schemas']), { [name]: media.schema })
    media.schema = { $ref: `#/components/schemas/${name}` }
  }
}

/** Pydantic's split models: requests use `Name-Input`, responses `Name-Output`. */
function splitByDirection(name: string): NoOp {
  return {
    id: `NOOP05:${name}`,
    change: copy => {
      const schemas = draftAt(copy, ['components', 'schemas'])
      const { [name]: schema } = schemas
      delete schemas[name]
      schemas[`${name}-Input`] = structuredClone(schema)
      schemas[`${name}-Output`] = schema
      rename(copy, name, 'Output')
      for (const { at } of operationNodes(copy)) {
        rename(draftAt(copy, at).parameters, name, 'Input')
        rename(draftAt(copy, at).requestBody, name, 'Input')
      }
    },
  }
}

function rename(value: unknown, name: string, twin: 'Input' | 'Output'): void {
  if (Array.isArray(value)) for (const one of value) rename(one, name, twin)
  if (!isObject(value)) return
  const draft = value as Draft
  const known = [name, `${name}-Input`, `${name}-Output`].map(one => `#/components/schemas/${one}`)
  if (known.includes(String(draft.$ref))) draft.$ref = `#/components/schemas/${name}-${twin}`
  for (const one of Object.values(draft)) rename(one, name, twin)
}

function prefixPaths(document: Draft): void {
  delete document.servers
  const paths = Object.entries(draftAt(document, ['paths']))
  document.paths = Object.fromEntries(paths.map(([path, item]) => [`/api${path}`, item]))
}

/** The list of issues is all that FastAPI documents for a request that it rejects itself. */
function writeValidationError(operation: Draft, _: string, __: string, document: Draft): void {
  const issue = {
    title: 'ValidationError',
    type: 'object',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc: { title: 'Location', type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      msg: { title: 'Message', type: 'string' },
      type: { title: 'Error Type', type: 'string' },
    },
  }
  const items = { $ref: '#/components/schemas/ValidationError' }
  const error = {
    title: 'HTTPValidationError',
    type: 'object',
    properties: { detail: { title: 'Detail', type: 'array', items } },
  }
  Object.assign(draftAt(document, ['components', 'schemas']), {
    ValidationError: issue,
    HTTPValidationError: error,
  })
  const schema = { $ref: '#/components/schemas/HTTPValidationError' }
  draftAt(operation, ['responses'])['422'] = {
    description: 'Validation Error',
    content: { 'application/json': { schema } },
  }
}

function allSchemas(document: JsonObject): { at: string[]; node: JsonObject }[] {
  const found: { at: string[]; node: JsonObject }[] = []
  const visit = (node: unknown, at: string[]): void => {
    if (!isObject(node)) return
    found.push({ at, node })
    visit(node.items, [...at, 'items'])
    for (const key of ['allOf', 'anyOf', 'oneOf']) {
      for (const [index, one] of listAt(node[key]).entries()) visit(one, [...at, key, String(index)])
    }
    for (const [name, one] of Object.entries(objectAt(node.properties)))
      visit(one, [...at, 'properties', name])
  }
  const search = (value: unknown, at: string[]): void => {
    if (Array.isArray(value)) for (const [index, one] of value.entries()) search(one, [...at, String(index)])
    if (!isObject(value)) return
    for (const [key, one] of Object.entries(value)) {
      if (key === 'example') continue
      if (key === 'schema') visit(one, [...at, key])
      else search(one, [...at, key])
    }
  }
  for (const [name, one] of Object.entries(objectAt(objectAt(document.components).schemas))) {
    visit(one, ['components', 'schemas', name])
  }
  search(document.paths, ['paths'])
  return found
}

/** An order in which the rewritings do not break each other's paths. */
const order = ['NOOP02', 'NOOP03', 'NOOP06', 'NOOP08', 'NOOP04', 'NOOP05', 'NOOP01', 'NOOP07'] as const

/** Applies one kind of rewriting wherever it is possible. */
export function applyNoOps(document: JsonObject, kind: string): JsonObject {
  const copy = structuredClone(document) as Draft
  const noOps = noOpKinds[kind]?.(document) ?? []
  for (const { change, id } of noOps) {
    const isLost = kind === 'NOOP06' && id.endsWith(':422')
    if (!isLost) change(copy)
  }
  return copy
}

/** The contract as FastAPI would write it: every rewriting applied, without our extensions. */
export function toFastApiDocument(document: JsonObject): JsonObject {
  const twin = order.reduce<JsonObject>((value, kind) => applyNoOps(value, kind), document)
  return withoutExtensions(twin) as JsonObject
}

function withoutExtensions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtensions)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !key.startsWith('x-') && key !== 'example')
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutExtensions(one)]))
}
