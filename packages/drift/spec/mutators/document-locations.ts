import { isObject, type JsonObject, listAt, objectAt } from '../../../contract/json'
import type { DriftId } from '../../../contract/validator/drift-classes'

/** A writable JSON object: mutators only get a copy. */
export type Draft = { [key: string]: unknown }

export type SpecMutant = {
  /** `DR21:components/schemas/User:email`; stable while the contract keeps the location. */
  readonly id: string
  readonly driftId: DriftId
  /** Operations that it changes; empty if it belongs to none. */
  readonly operationIds: readonly string[]
  readonly change: (document: Draft) => void
}

/** Throws a RangeError if there is no object at the path. */
export function draftAt(document: Draft, path: readonly string[]): Draft {
  let value: unknown = document
  for (const step of path) value = (value as Draft)[step]
  if (typeof value !== 'object' || value === null) throw new RangeError(`Nothing found at ${path.join('/')}.`)
  return value as Draft
}

/** Keeps the order of the keys. */
export function renameKey(value: Draft, from: string, to: string): Draft {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key === from ? to : key, one]))
}

export function replaceNode(node: Draft, other: Draft): void {
  for (const key of Object.keys(node)) delete node[key]
  Object.assign(node, other)
}

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const

export type OperationNode = {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly node: JsonObject
  /** Path of keys in the document. */
  readonly at: readonly string[]
}

export function operationNodes(document: JsonObject): OperationNode[] {
  return Object.entries(objectAt(document.paths)).flatMap(([path, item]) =>
    methods
      .filter(method => isObject(objectAt(item)[method]))
      .map(method => {
        const node = objectAt(objectAt(item)[method])
        return { path, method, node, operationId: String(node.operationId), at: ['paths', path, method] }
      }),
  )
}

export type SchemaLocation = {
  readonly at: readonly string[]
  readonly node: JsonObject
  /** Path of the object schema that has it as a property. */
  readonly owner?: readonly string[]
  readonly name: string
  readonly isRequired: boolean
  /** Operations that use it in requests, and in successful responses. */
  readonly requests: Set<string>
  readonly responses: Set<string>
}

export const isProperty = ({ owner }: SchemaLocation) => owner !== undefined
export const isTime = ({ node }: SchemaLocation) => String(node.format).startsWith('date')
export const getTypes = ({ node }: SchemaLocation): readonly unknown[] =>
  Array.isArray(node.type) ? node.type : [node.type]

export const allowsNull = (location: SchemaLocation): boolean =>
  getTypes(location).includes('null') ||
  listAt(location.node.anyOf).some(part => objectAt(part).type === 'null')

type Reader = { readonly operationId: string; readonly side: 'requests' | 'responses' }

export function schemaLocations(document: JsonObject): SchemaLocation[] {
  const found = new Map<string, SchemaLocation>()
  for (const { node, at, operationId } of operationNodes(document)) {
    const sent: Reader = { operationId, side: 'requests' }
    for (const index of listAt(node.parameters).keys()) {
      visit(document, [...at, 'parameters', String(index), 'schema'], {}, sent, found)
    }
    visitContent(document, [...at, 'requestBody', 'content'], sent, found)
    for (const status of Object.keys(objectAt(node.responses)).filter(one => Number(one) < 300)) {
      const received: Reader = { operationId, side: 'responses' }
      visitContent(document, [...at, 'responses', status, 'content'], received, found)
    }
  }
  return [...found.values()]
}

function visitContent(
  document: JsonObject,
  at: readonly string[],
  reader: Reader,
  found: Map<string, SchemaLocation>,
) {
  for (const type of Object.keys(objectAt(read(document, at))))
    visit(document, [...at, type, 'schema'], {}, reader, found)
}

type Holder = { owner?: readonly string[]; name?: string; isRequired?: boolean }

function visit(
  document: JsonObject,
  at: readonly string[],
  { owner, name = '', isRequired = true }: Holder,
  reader: Reader,
  found: Map<string, SchemaLocation>,
): void {
  const node = read(document, at)
  if (!isObject(node)) return
  const key = at.join('\n')
  const known = found.get(key) ?? newLocation(at, node, { ...(owner && { owner }), name, isRequired })
  if (known[reader.side].has(reader.operationId)) return
  known[reader.side].add(reader.operationId)
  found.set(key, known)
  if (typeof node.$ref === 'string') visit(document, node.$ref.split('/').slice(1), {}, reader, found)
  visit(document, [...at, 'items'], {}, reader, found)
  for (const list of ['allOf', 'anyOf', 'oneOf']) {
    for (const index of listAt(node[list]).keys())
      visit(document, [...at, list, String(index)], {}, reader, found)
  }
  for (const one of Object.keys(objectAt(node.properties))) {
    const holder = { owner: at, name: one, isRequired: listAt(node.required).includes(one) }
    visit(document, [...at, 'properties', one], holder, reader, found)
  }
}

function newLocation(
  at: readonly string[],
  node: JsonObject,
  holder: Required<Pick<Holder, 'name' | 'isRequired'>> & Holder,
): SchemaLocation {
  return { at, node, ...holder, requests: new Set(), responses: new Set() }
}

function read(document: JsonObject, at: readonly string[]): unknown {
  return at.reduce<unknown>((value, step) => (value as Draft | undefined)?.[step], document)
}
