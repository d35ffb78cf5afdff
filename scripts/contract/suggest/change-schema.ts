import { isEqual, isObject, listAt, objectAt } from '../../lib/json'
import { pointerSteps } from '../../lib/validator/json-pointer'
import type { Finding } from '../finding'
import type { ContractDraft, Path } from './contract-draft'
import { nodesAt, objectsAt, type Site } from './sites'

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
    draft.set(at, nullable(node))
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
