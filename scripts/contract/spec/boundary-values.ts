import type { FlatSchema } from '../../lib/flatten-schema'
import { isEqual } from '../../lib/json'
import { matches } from '../../lib/matches'
import type { SchemaNode, SchemaTable } from '../../lib/schema-node'
import { type Alternative, alternativesOf } from './alternatives'
import { boundaryTexts } from './boundary-text'

/**
 * Values at the edges of what a schema allows: the shortest and the longest text, every value of an enum, null,
 * each optional property left out. What one side allows here and the other refuses is a drift with its own proof.
 */
export type BoundaryValue = {
  readonly value: unknown
  /** What is special about it, for a sentence: `without /invite`, `null at /old_password`, `a text of 150 characters at /new_username`. */
  readonly edge: string
  /** Where it is special; empty for the whole value. */
  readonly pointer: string
}

/** So deep, optional properties are left out and lists stay empty, so that schemas that hold themselves come to an end. */
const deepest = 5

/** One plain value with all optional properties, or only the required ones; undefined when none could be made. */
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
    const least = Math.max(flat.limits.minItems ?? 0, depth < deepest && flat.limits.maxItems !== 0 ? 1 : 0)
    const item = least > 0 ? plainValue(flat.items ?? {}, schemas, hasOptional, depth + 1) : undefined
    return Array.from({ length: least }, () => item)
  }
  if (type !== 'object') return scalarValues(alternative)[0]
  const result: Record<string, unknown> = {}
  for (const [name, child] of flat.properties) {
    const isWanted =
      flat.required.has(name) || (hasOptional && depth < deepest && flat.limits.maxProperties !== 0)
    if (!isWanted || depth > deepest * 2) continue
    const value = plainValue(child, schemas, hasOptional, depth + 1)
    if (value !== undefined) result[name] = value
  }
  return result
}

const scalars = new WeakMap<FlatSchema, readonly unknown[]>()

/** The edges of an alternative that is neither an object nor a list, the plainest first. */
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

/** All edges of a schema, each as a whole value that the schema allows; the plain values come first. */
export function boundaryValues(node: SchemaNode, schemas: SchemaTable): BoundaryValue[] {
  const found: BoundaryValue[] = []
  const add = (value: unknown, edge: string, pointer: string) => {
    if (value === undefined || !matches(node, value, schemas)) return
    if (!found.some(one => isEqual(one.value, value))) found.push({ value, edge, pointer })
  }
  add(plainValue(node, schemas, true), 'every property', '')
  add(plainValue(node, schemas), 'only what is required', '')
  for (const edge of edgesOf(node, schemas, '', 0)) {
    add(edge.put(plainValue(node, schemas, true)), edge.edge, edge.pointer)
  }
  return found
}

/** A change to one place of a value, which stands for the value without the place when the place is not there. */
type Edge = { readonly edge: string; readonly pointer: string; readonly put: (value: unknown) => unknown }

function edgesOf(node: SchemaNode, schemas: SchemaTable, pointer: string, depth: number): Edge[] {
  if (depth > deepest) return []
  const at = pointer === '' ? '' : ` at ${pointer}`
  return alternativesOf(node, schemas).flatMap(alternative => {
    const { type, flat } = alternative
    if (type === 'array') return listEdges(flat, schemas, pointer, depth)
    if (type !== 'object') {
      return scalarValues(alternative).map(value => ({
        edge: `${nameOf(value)}${at}`,
        pointer,
        put: () => value,
      }))
    }
    return [...flat.properties].flatMap(([name, child]) => {
      const inner = edgesOf(child, schemas, `${pointer}/${name}`, depth + 1).map(one => ({
        ...one,
        put: (value: unknown) => ({ ...asObject(value), [name]: one.put(asObject(value)[name]) }),
      }))
      const without: Edge = {
        edge: `without ${pointer}/${name}`,
        pointer: `${pointer}/${name}`,
        put: dropping(name),
      }
      return flat.required.has(name) ? inner : [without, ...inner]
    })
  })
}

function listEdges(flat: FlatSchema, schemas: SchemaTable, pointer: string, depth: number): Edge[] {
  const { minItems = 0, maxItems } = flat.limits
  const item = plainValue(flat.items ?? {}, schemas, true)
  const sizes = [minItems, maxItems ?? minItems + 1].filter(size => size <= 1000)
  const lengths = sizes.map(length => ({
    edge: `a list of ${length} at ${pointer || 'the top'}`,
    pointer,
    put: () => Array.from({ length }, () => item),
  }))
  const inner = edgesOf(flat.items ?? {}, schemas, `${pointer}/*`, depth + 1).map(one => ({
    ...one,
    put: () => Array.from({ length: Math.max(1, minItems) }, () => one.put(item)),
  }))
  return [...lengths, ...inner]
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function dropping(name: string): (value: unknown) => unknown {
  return value => Object.fromEntries(Object.entries(asObject(value)).filter(([key]) => key !== name))
}

function nameOf(value: unknown): string {
  if (typeof value !== 'string') return String(value)
  return value.length > 40 ? `a text of ${Array.from(value).length} characters` : `"${value}"`
}
