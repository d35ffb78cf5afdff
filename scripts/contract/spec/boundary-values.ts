import type { FlatSchema } from '../../lib/flatten-schema'
import { matches } from '../../lib/matches'
import type { SchemaNode, SchemaTable } from '../../lib/schema-node'
import { type Alternative, alternativesOf } from './alternatives'
import { boundaryTexts } from './boundary-text'

/** Below this depth optional properties and list items are left out, so that recursive schemas end. */
const MAX_DEPTH = 5

export function plainValue(node: SchemaNode, schemas: SchemaTable, hasOptional = false, depth = 0): unknown {
  const alternatives = alternativesOf(node, schemas)
  const preferred = [...alternatives].sort((a, b) => Number(a.type === 'null') - Number(b.type === 'null'))
  for (const alternative of preferred) {
    const value = plainOf(alternative, schemas, hasOptional, depth)
    if (value !== undefined && (alternatives.length === 1 || matches(node, value, schemas))) return value
  }
  return undefined
}

function plainOf(
  alternative: Alternative,
  schemas: SchemaTable,
  hasOptional: boolean,
  depth: number,
): unknown {
  const { type, flat } = alternative
  if (type === 'array') {
    const count = Math.max(flat.limits.minItems ?? 0, depth < MAX_DEPTH && flat.limits.maxItems !== 0 ? 1 : 0)
    const item = count > 0 ? plainValue(flat.items ?? {}, schemas, hasOptional, depth + 1) : undefined
    return Array.from({ length: count }, () => item)
  }
  if (type !== 'object') return scalarValues(alternative)[0]
  const result: Record<string, unknown> = {}
  for (const [name, child] of flat.properties) {
    const isWanted =
      flat.required.has(name) || (hasOptional && depth < MAX_DEPTH && flat.limits.maxProperties !== 0)
    if (!isWanted || depth > MAX_DEPTH * 2) continue
    const value = plainValue(child, schemas, hasOptional, depth + 1)
    if (value !== undefined) result[name] = value
  }
  return result
}

const scalars = new WeakMap<FlatSchema, readonly unknown[]>()

export function scalarValues(alternative: Alternative): readonly unknown[] {
  const known = scalars.get(alternative.flat)
  if (known) return known
  const values = makeScalars(alternative)
  scalars.set(alternative.flat, values)
  return values
}

function makeScalars({ type, flat }: Alternative): readonly unknown[] {
  if (flat.values) return flat.values
  if (type === 'null') return [null]
  if (type === 'boolean') return [true, false]
  if (type === 'string') return boundaryTexts(flat)
  if (type === 'integer' || type === 'number') return boundaryNumbers(flat, type === 'integer')
  return type === 'any' ? ['text'] : []
}

function boundaryNumbers(flat: FlatSchema, isInteger: boolean): number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = flat.limits
  const step = flat.multipleOf ?? (isInteger ? 1 : 0.5)
  const low = [minimum, exclusiveMinimum === undefined ? undefined : exclusiveMinimum + step]
  const high = [maximum, exclusiveMaximum === undefined ? undefined : exclusiveMaximum - step]
  const ends = [...low, ...high].filter(end => end !== undefined)
  const usual = isInteger ? [1, 0, 10, 2_147_483_647, -1] : [1, 1.5, 0, 1_000_000.25, -1]
  const fits = (value: number) =>
    matches({ type: isInteger ? 'integer' : 'number', ...flat.limits }, value, {})
  const inSteps = (value: number) =>
    flat.multipleOf === undefined || Number.isInteger(value / flat.multipleOf)
  return [...new Set([...usual, step, ...ends])].filter(value => fits(value) && inSteps(value))
}
