import { isEqual, isObject, type JsonObject, listAt, objectAt, pointerSteps } from '../../contract/json'
import type { Operation } from '../../contract/operation'
import { nameOfRef } from '../../contract/schema-node'
import type { Finding } from '../finding'

export type Path = readonly (string | number)[]

export type Action = { readonly target: string } & ({ readonly update: unknown } | { readonly remove: true })

/**
 * A copy of the contract that records changes as overlay actions. Replaces by remove and add, since tools
 * merge lists differently.
 */
export class ContractDraft {
  readonly document: JsonObject
  private readonly done: Action[] = []

  constructor(document: JsonObject) {
    this.document = structuredClone(document)
  }

  /** OpenAPI 3.0 writes `nullable` where 3.1 has the type null. */
  isVersion30(): boolean {
    return String(this.document.openapi).startsWith('3.0')
  }

  takeActions(): Action[] {
    return this.done.splice(0)
  }

  at(path: Path): unknown {
    let value: unknown = this.document
    for (const key of path) value = getHolder(value)?.[key]
    return value
  }

  set(path: Path, value: unknown): void {
    const parent = getHolder(this.at(path.slice(0, -1)))
    const key = path.at(-1)
    if (!parent || key === undefined) return
    if (Object.hasOwn(parent, key)) this.done.push({ target: jsonPath(path), remove: true })
    this.done.push({ target: jsonPath(path.slice(0, -1)), update: { [key]: structuredClone(value) } })
    delete parent[key]
    parent[key] = structuredClone(value)
  }

  remove(path: Path): void {
    const parent = getHolder(this.at(path.slice(0, -1)))
    const key = path.at(-1)
    if (!parent || key === undefined || !Object.hasOwn(parent, key)) return
    this.done.push({ target: jsonPath(path), remove: true })
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
  }

  append(path: Path, entry: unknown): void {
    const list = this.at(path)
    if (Array.isArray(list)) {
      this.done.push({ target: jsonPath(path), update: structuredClone(entry) })
      list.push(structuredClone(entry))
    } else {
      this.set(path, [entry])
    }
  }
}

function getHolder(value: unknown): Record<string | number, unknown> | undefined {
  return isObject(value) || Array.isArray(value) ? (value as Record<string | number, unknown>) : undefined
}

/** RFC 9535: `$.paths['/groups/{id}'].get`. */
function jsonPath(path: Path): string {
  const steps = path.map(key => {
    if (typeof key === 'number') return `[${key}]`
    return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll(/['\\]/g, '\\$&')}']`
  })
  return `$${steps.join('')}`
}

/** Also removes the path if it has no other method. */
export function removeOperation(draft: ContractDraft, operation: Operation): void {
  const path = operationPath(operation)
  const others = Object.keys(objectAt(draft.at(path.slice(0, -1)))).filter(key => key !== operation.method)
  draft.remove(others.length === 0 ? path.slice(0, -1) : path)
}

/** The parameter in a place such as `query task_id`, with its location if the contract has it. */
export function findParameter(
  draft: ContractDraft,
  operation: Operation,
  { place }: Finding,
): { readonly in: string; readonly name: string; readonly list: Path; readonly at?: Path } | undefined {
  const [, where, name] = /^(path|query|header|cookie) (\S+)$/.exec(place) ?? []
  if (where === undefined || name === undefined) return undefined
  const list = [...operationPath(operation), 'parameters']
  const index = listAt(draft.at(list)).findIndex(
    one => objectAt(one).name === name && objectAt(one).in === where,
  )
  return { in: where, name, list, ...(index >= 0 && { at: [...list, index] }) }
}

export function setParameter(
  draft: ContractDraft,
  operation: Operation,
  finding: Finding,
  required: boolean,
): void {
  const parameter = findParameter(draft, operation, finding)
  if (!parameter) return
  if (parameter.at) draft.set([...parameter.at, 'required'], required)
  else {
    const { in: where, name } = parameter
    draft.append(parameter.list, { in: where, name, required, schema: { type: 'string' } })
  }
}

export function renumberResponse(draft: ContractDraft, operation: Operation, finding: Finding): void {
  const responses = [...operationPath(operation), 'responses']
  const seen = findNewStatus(draft, operation, finding)
  const old = Object.keys(objectAt(draft.at(responses))).find(status => status.startsWith('2'))
  if (seen === undefined || old === undefined) return
  const response = draft.at([...responses, old])
  draft.remove([...responses, old])
  draft.set([...responses, seen], response)
}

export function addErrorStatus(draft: ContractDraft, operation: Operation, finding: Finding): void {
  const status = findNewStatus(draft, operation, finding)
  if (status === undefined) return
  const schema = { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } }
  draft.set([...operationPath(operation), 'responses', status], {
    description: 'Seen at the server; describe when it occurs and which details it has.',
    content: { 'application/json': { schema } },
  })
}

/** The status that was seen and is not documented. */
function findNewStatus(draft: ContractDraft, operation: Operation, finding: Finding): string | undefined {
  const known = Object.keys(objectAt(draft.at([...operationPath(operation), 'responses'])))
  const { witness, evidence } = finding
  const seen = [statusIn(finding), witness, ...evidence.map(({ status }) => status)].map(String)
  return seen.find(status => /^[2-5]\d\d$/.test(status) && !known.includes(status))
}

export function makeHeaderOptional(draft: ContractDraft, operation: Operation, { place }: Finding): void {
  const [, status, name] = /^answer (\d{3}) header (\S+)$/.exec(place) ?? []
  if (status === undefined || name === undefined) return
  const headers = [...operationPath(operation), 'responses', status, 'headers']
  const key = Object.keys(objectAt(draft.at(headers))).find(
    known => known.toLowerCase() === name.toLowerCase(),
  )
  if (key !== undefined) draft.set([...headers, key, 'required'], false)
}

/** The schema is unknown except for text. */
export function changeMediaType(draft: ContractDraft, operation: Operation, finding: Finding): void {
  const type =
    String(finding.witness ?? '')
      .split(';')[0]
      ?.trim()
      .toLowerCase() ?? ''
  const status = statusIn(finding)
  if (!/^[a-z]+\/[\w.+-]+$/.test(type) || status === undefined) return
  const content = [...operationPath(operation), 'responses', status, 'content']
  if (draft.at(content) === undefined) return
  const schema = type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
  draft.set(content, { [type]: { schema: type === 'application/json' ? {} : schema } })
}

export function makeOptional(draft: ContractDraft, { requirers, name }: Site): void {
  for (const path of requirers) {
    const rest = listAt(objectAt(draft.at(path)).required).filter(one => one !== name)
    if (rest.length === 0) draft.remove([...path, 'required'])
    else draft.set([...path, 'required'], rest)
  }
}

export function removeProperty(draft: ContractDraft, site: Site): void {
  makeOptional(draft, site)
  for (const path of site.holders) draft.remove([...path, 'properties', site.name])
}

export function renameProperty(draft: ContractDraft, site: Site, name: string): void {
  for (const path of site.requirers) {
    const names = listAt(objectAt(draft.at(path)).required).map(one => (one === site.name ? name : one))
    draft.set([...path, 'required'], names)
  }
  for (const path of site.holders) {
    const schema = draft.at([...path, 'properties', site.name])
    draft.remove([...path, 'properties', site.name])
    draft.set([...path, 'properties', name], schema)
  }
}

export function addProperty(
  draft: ContractDraft,
  schema: Path,
  pointer: string,
  content: unknown,
  isRequired: boolean,
): void {
  const name = pointerSteps(pointer).at(-1) ?? ''
  const [path] = objectsAt(draft, schema, pointer.replace(/\/[^/]*$/, ''))
  if (!path) return
  draft.set([...path, 'properties', name], content)
  if (!isRequired) return
  const required = listAt(objectAt(draft.at(path)).required)
  if (!required.includes(name)) draft.set([...path, 'required'], [...required, name])
}

export function allowNull(draft: ContractDraft, site: Site): void {
  for (const path of site.holders) {
    const at = [...path, 'properties', site.name]
    const node = objectAt(draft.at(at))
    draft.set(at, draft.isVersion30() ? { ...node, nullable: true } : nullable(node))
  }
}

function nullable(node: Readonly<Record<string, unknown>>): unknown {
  if (node.$ref !== undefined || node.type === undefined) return { anyOf: [node, { type: 'null' }] }
  const types = Array.isArray(node.type) ? node.type : [node.type]
  const values = Array.isArray(node.enum) && !node.enum.includes(null) ? [...node.enum, null] : node.enum
  return { ...node, type: [...new Set([...types, 'null'])], ...(values !== undefined && { enum: values }) }
}

function typeOfValue(value: unknown): string | undefined {
  // The validator's placeholder for values that it does not print.
  if (typeof value === 'string' && /^an? (?:list|object) of \d+/.test(value)) return undefined
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return ['string', 'boolean', 'object'].find(type => type === typeof value)
}

const scalarTypes = ['string', 'number', 'integer', 'boolean']
const limits =
  'pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems'.split(
    ' ',
  )

export function widenType(draft: ContractDraft, schema: Path, pointer: string, { witness }: Finding): void {
  const type = typeOfValue(witness)
  if (type === undefined || !scalarTypes.includes(type)) return
  for (const path of nodesAt(draft, schema, pointer)) {
    const { format: _, enum: __, ...node } = objectAt(draft.at(path))
    if (node.type === undefined) continue
    const types = Array.isArray(node.type) ? node.type : [node.type]
    replace(draft, path, { ...withoutLimits(node), type: [...new Set([...types, type])] })
  }
}

export function dropFormat(draft: ContractDraft, schema: Path, pointer: string): void {
  for (const path of nodesAt(draft, schema, pointer)) draft.remove([...path, 'format'])
}

export function dropLimits(draft: ContractDraft, schema: Path, pointer: string): void {
  for (const path of nodesAt(draft, schema, pointer)) for (const key of limits) draft.remove([...path, key])
}

export function changeEnum(
  draft: ContractDraft,
  schema: Path,
  pointer: string,
  change: (values: readonly unknown[]) => readonly unknown[],
): void {
  for (const path of nodesAt(draft, schema, pointer)) {
    const values = objectAt(draft.at(path)).enum
    if (!Array.isArray(values)) continue
    const changed = change(values)
    if (!isEqual(changed, values) && changed.length > 0) draft.set([...path, 'enum'], changed)
  }
}

function withoutLimits(node: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !limits.includes(key)))
}

/** An overlay cannot set a list item by its index, but its keys. */
function replace(draft: ContractDraft, path: Path, node: Readonly<Record<string, unknown>>): void {
  const before = objectAt(draft.at(path))
  for (const key of Object.keys(before)) if (!Object.hasOwn(node, key)) draft.remove([...path, key])
  for (const [key, value] of Object.entries(node)) {
    if (!isEqual(before[key], value)) draft.set([...path, key], isObject(value) ? { ...value } : value)
  }
}

/** The location of a property in the document. */
export type Site = {
  /** Objects that define the property; several for a union. */
  readonly holders: readonly Path[]
  /** Schemas that require it, which may be others. */
  readonly requirers: readonly Path[]
  readonly name: string
}

function operationPath({ path, method }: Operation): Path {
  return ['paths', path, method]
}

/** `answer 201 /id` → `201`. */
function statusIn({ place }: Finding): string | undefined {
  return /^answer (\d{3})\b/.exec(place)?.[1]
}

/** `answer 200 /rows/*` → `/rows/*`; empty for a whole body. */
export function pointerIn({ place }: Finding): string | undefined {
  return /^(?:answer \d{3}|body)(?: (\/.*))?$/
    .exec(place)
    ?.slice(1)
    .map(pointer => pointer ?? '')[0]
}

export function bodySchemaPath(
  draft: ContractDraft,
  operation: Operation,
  finding: Finding,
): Path | undefined {
  const status = statusIn(finding)
  const above = status === undefined ? ['requestBody'] : ['responses', status]
  const content = [...operationPath(operation), ...above, 'content']
  const [type] = Object.keys(objectAt(draft.at(content)))
  return type === undefined ? undefined : [...content, type, 'schema']
}

export function findSite(draft: ContractDraft, schema: Path, pointer: string): Site | undefined {
  const steps = pointerSteps(pointer)
  const name = steps.pop()
  if (name === undefined) return undefined
  const around = expand(draft, walk(draft, [schema], steps))
  const holders = around.filter(path => Object.hasOwn(objectAt(objectAt(draft.at(path)).properties), name))
  const requirers = around.filter(path => listAt(objectAt(draft.at(path)).required).includes(name))
  return { holders, requirers, name }
}

function nodesAt(draft: ContractDraft, schema: Path, pointer: string): Path[] {
  return expand(draft, walk(draft, [schema], pointerSteps(pointer)))
}

function objectsAt(draft: ContractDraft, schema: Path, pointer: string): Path[] {
  return nodesAt(draft, schema, pointer).filter(path => isObject(objectAt(draft.at(path)).properties))
}

function walk(draft: ContractDraft, from: readonly Path[], steps: readonly string[]): Path[] {
  let here = [...from]
  for (const step of steps) here = expand(draft, here).flatMap(path => stepInto(draft, path, step))
  return here
}

function stepInto(draft: ContractDraft, path: Path, step: string): Path[] {
  const { properties, items, additionalProperties } = objectAt(draft.at(path))
  if (Object.hasOwn(objectAt(properties), step)) return [[...path, 'properties', step]]
  if (step !== '*') return []
  return [
    ...(isObject(items) ? [[...path, 'items']] : []),
    ...(isObject(additionalProperties) ? [[...path, 'additionalProperties']] : []),
  ]
}

function expand(draft: ContractDraft, paths: readonly Path[], depth = 0): Path[] {
  if (depth > 20) return []
  return paths.flatMap(path => {
    const node = objectAt(draft.at(path))
    if (typeof node.$ref === 'string') {
      const name = nameOfRef(node.$ref)
      return name === undefined ? [] : expand(draft, [['components', 'schemas', name]], depth + 1)
    }
    const branches = ['allOf', 'anyOf', 'oneOf'].flatMap(key =>
      listAt(node[key]).map((_, index): Path => [...path, key, index]),
    )
    return [path, ...expand(draft, branches, depth + 1)]
  })
}
