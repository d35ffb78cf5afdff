import { isObject, listAt, objectAt } from '../../lib/json'
import type { Operation } from '../../lib/operation'
import { nameOfRef } from '../../lib/schema-node'
import { pointerSteps } from '../../lib/validator/json-pointer'
import type { Finding } from '../finding'
import type { ContractDraft, Path } from './contract-draft'

/** The location of a property in the document. */
export type Site = {
  /** Objects that define the property; several for a union. */
  readonly holders: readonly Path[]
  /** Schemas that require it, which may be others. */
  readonly requirers: readonly Path[]
  readonly name: string
}

export function operationPath({ path, method }: Operation): Path {
  return ['paths', path, method]
}

/** `answer 201 /id` → `201`. */
export function statusIn({ place }: Finding): string | undefined {
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

export function nodesAt(draft: ContractDraft, schema: Path, pointer: string): Path[] {
  return expand(draft, walk(draft, [schema], pointerSteps(pointer)))
}

export function objectsAt(draft: ContractDraft, schema: Path, pointer: string): Path[] {
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
