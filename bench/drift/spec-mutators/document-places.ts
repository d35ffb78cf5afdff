import { isObject, type JsonObject, listAt, objectAt } from '../../../scripts/lib/json'
import type { Draft } from './spec-mutant'

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const

/** A call of the document. */
export type OperationPlace = {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly node: JsonObject
  /** Where it stands in the document. */
  readonly at: readonly string[]
}

export function operationPlaces(document: JsonObject): OperationPlace[] {
  return Object.entries(objectAt(document.paths)).flatMap(([path, item]) =>
    methods
      .filter(method => isObject(objectAt(item)[method]))
      .map(method => {
        const node = objectAt(objectAt(item)[method])
        return { path, method, node, operationId: String(node.operationId), at: ['paths', path, method] }
      }),
  )
}

/** A schema as it is written, and who reads it. */
export type SchemaPlace = {
  readonly at: readonly string[]
  readonly node: JsonObject
  /** The object schema that it is a property of. */
  readonly owner?: readonly string[]
  readonly name: string
  readonly isRequired: boolean
  /** Operations whose questions, and whose answers of success, it is a part of. */
  readonly questions: Set<string>
  readonly answers: Set<string>
}

type Reader = { readonly operationId: string; readonly side: 'questions' | 'answers' }

/** Every schema of questions and of successful answers, each once. */
export function schemaPlaces(document: JsonObject): SchemaPlace[] {
  const found = new Map<string, SchemaPlace>()
  for (const { node, at, operationId } of operationPlaces(document)) {
    const asked: Reader = { operationId, side: 'questions' }
    for (const index of listAt(node.parameters).keys()) {
      visit(document, [...at, 'parameters', String(index), 'schema'], {}, asked, found)
    }
    visitContent(document, [...at, 'requestBody', 'content'], asked, found)
    for (const status of Object.keys(objectAt(node.responses)).filter(one => Number(one) < 300)) {
      const answered: Reader = { operationId, side: 'answers' }
      visitContent(document, [...at, 'responses', status, 'content'], answered, found)
    }
  }
  return [...found.values()]
}

function visitContent(
  document: JsonObject,
  at: readonly string[],
  reader: Reader,
  found: Map<string, SchemaPlace>,
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
  found: Map<string, SchemaPlace>,
): void {
  const node = read(document, at)
  if (!isObject(node)) return
  const key = at.join('\n')
  const known = found.get(key) ?? newPlace(at, node, { ...(owner && { owner }), name, isRequired })
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

function newPlace(
  at: readonly string[],
  node: JsonObject,
  holder: Required<Pick<Holder, 'name' | 'isRequired'>> & Holder,
): SchemaPlace {
  return { at, node, ...holder, questions: new Set(), answers: new Set() }
}

function read(document: JsonObject, at: readonly string[]): unknown {
  return at.reduce<unknown>((value, step) => (value as Draft | undefined)?.[step], document)
}
