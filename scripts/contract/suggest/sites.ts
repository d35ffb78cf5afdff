import { isObject, listAt, objectAt } from '../../lib/json'
import type { Operation } from '../../lib/operation'
import { nameOfRef } from '../../lib/schema-node'
import type { Finding } from '../finding'
import type { ContractDraft, Path } from './contract-draft'

/** Where in the document a finding's property stands. */
export type Site = {
  /** Objects that describe the property; several where a union does it in each of its branches. */
  readonly holders: readonly Path[]
  /** Schemas that require it, which need not be the ones that describe it. */
  readonly requirers: readonly Path[]
  readonly name: string
}

export function operationPath({ path, method }: Operation): Path {
  return ['paths', path, method]
}

/** The number in `answer 201 /id`. */
export function statusIn({ place }: Finding): string | undefined {
  return /^answer (\d{3})\b/.exec(place)?.[1]
}

/** The pointer in `answer 200 /rows/*` or `body /username`; empty for a whole body. */
export function pointerIn({ place }: Finding): string | undefined {
  return /^(?:answer \d{3}|body)(?: (\/.*))?$/
    .exec(place)
    ?.slice(1)
    .map(pointer => pointer ?? '')[0]
}

/** The schema of the body that a finding's place is in. */
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

/** Finds the property behind a pointer below a schema. */
export function siteOf(draft: ContractDraft, schema: Path, pointer: string): Site | undefined {
  const steps = pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const name = steps.pop()
  if (name === undefined) return undefined
  const around = spread(draft, walk(draft, [schema], steps))
  const holders = around.filter(path => Object.hasOwn(objectAt(objectAt(draft.at(path)).properties), name))
  const requirers = around.filter(path => listAt(objectAt(draft.at(path)).required).includes(name))
  return { holders, requirers, name }
}

/** The schemas that describe the value behind a pointer, references followed and unions taken apart. */
export function nodesAt(draft: ContractDraft, schema: Path, pointer: string): Path[] {
  const steps = pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return spread(draft, walk(draft, [schema], steps))
}

/** Objects at a pointer that could take one more property. */
export function objectsAt(draft: ContractDraft, schema: Path, pointer: string): Path[] {
  return nodesAt(draft, schema, pointer).filter(path => isObject(objectAt(draft.at(path)).properties))
}

function walk(draft: ContractDraft, from: readonly Path[], steps: readonly string[]): Path[] {
  let here = [...from]
  for (const step of steps) here = spread(draft, here).flatMap(path => stepInto(draft, path, step))
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

/** Each schema in the place of its reference, with its branches beside it. */
function spread(draft: ContractDraft, paths: readonly Path[], depth = 0): Path[] {
  if (depth > 20) return []
  return paths.flatMap(path => {
    const node = objectAt(draft.at(path))
    if (typeof node.$ref === 'string') {
      const name = nameOfRef(node.$ref)
      return name === undefined ? [] : spread(draft, [['components', 'schemas', name]], depth + 1)
    }
    const branches = ['allOf', 'anyOf', 'oneOf'].flatMap(key =>
      listAt(node[key]).map((_, index): Path => [...path, key, index]),
    )
    return [path, ...spread(draft, branches, depth + 1)]
  })
}
