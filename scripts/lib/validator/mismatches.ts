import { isEqual, isObject, type JsonObject } from '../json'
import { formatPattern, hasType, matches } from '../matches'
import type { FlatSchema, SchemaNode, SchemaTable, SchemaType } from '../schema-node'
import { areSimilarNames, normalizeName } from '../similar-names'
import type { DriftId, Severity } from './drift-classes'
import { toPrintable, toPrintableTimestamp, toPrintableWord } from './printable'
import { type Alternative, alternativesOf } from './property-tree'

/** Equal differences of several list items are one. */
export type Mismatch = {
  readonly driftId: DriftId
  /** `*` for list items and map values. */
  readonly pointer: string
  readonly what: string
  readonly witness: unknown
  readonly severity?: Severity
  readonly isAssumed: boolean
}

type Occurrence = ValueMismatch & {
  readonly pointer: string
  /** The pointer whose occurrences are counted to tell one bad item from all. */
  readonly scope: string
  readonly isAssumed: boolean
}

/** Collects differences and visited pointers. */
type Sink = { readonly add: (seen: Occurrence) => void; readonly visit: (pointer: string) => void }
type Place = { readonly pointer: string; readonly isAssumed: boolean }

/** Schemas may be recursive; deeper values are not checked. */
const MAX_DEPTH = 200
/** Limits hostile responses. */
const MAX_MISMATCHES = 200
const MAX_UNKNOWN_FIELDS = 20

export function mismatchesOf(node: SchemaNode, value: unknown, schemas: SchemaTable): Mismatch[] {
  const visits = new Map<string, number>()
  const found = new Map<string, { seen: Occurrence; count: number }>()
  const sink: Sink = {
    visit: pointer => visits.set(pointer, (visits.get(pointer) ?? 0) + 1),
    add: seen => {
      const key = `${seen.driftId} ${seen.pointer}`
      const known = found.get(key)
      if (known) known.count++
      else if (found.size < MAX_MISMATCHES) found.set(key, { seen, count: 1 })
    },
  }
  walk(node, value, { pointer: '', isAssumed: false }, sink, schemas)
  return [...found.values()].map(({ seen, count }) => summarise(seen, count, visits.get(seen.scope) ?? count))
}

const structural: readonly DriftId[] = ['DR21', 'DR25', 'DR32', 'DR33']

function summarise(seen: Occurrence, count: number, all: number): Mismatch {
  const { driftId, pointer, what, witness, severity, isAssumed } = seen
  const share = count < all ? ` in ${count} of ${all} places` : ''
  const isSingle = count === 1 && all >= 3 && structural.includes(driftId)
  const isPartial = count < all && driftId === 'DR21'
  // A single null among several values is one bad item.
  const isLone = isSingle || (count === 1 && all >= 2 && driftId === 'DR26')
  return {
    driftId: isLone ? 'DR34' : isPartial ? 'DR22' : driftId,
    pointer,
    what: `At ${pointer || 'the top of the body'} ${what}${share}.`,
    witness,
    ...(severity && !isLone && { severity }),
    isAssumed,
  }
}

function walk(
  node: SchemaNode,
  value: unknown,
  place: Place,
  sink: Sink,
  schemas: SchemaTable,
  depth = 0,
): void {
  if (depth > MAX_DEPTH) return
  sink.visit(place.pointer)
  const alternatives = alternativesOf(node, schemas)
  const [first] = alternatives
  if (first && alternatives.length === 1) walkOne(first, value, place, sink, schemas, depth)
  else if (first) walkNearest(alternatives, value, place, sink, schemas, depth)
}

/** Validates against the nearest branch, so that a property is reported instead of the union. */
function walkNearest(
  alternatives: readonly Alternative[],
  value: unknown,
  place: Place,
  sink: Sink,
  schemas: SchemaTable,
  depth: number,
): void {
  let best: { cost: number; seen: readonly Occurrence[]; visited: readonly string[] } | undefined
  // A value that is not null is never compared with the null branch.
  const candidates =
    value === null ? alternatives : alternatives.filter(({ flat }) => String(flat.types) !== 'null')
  for (const alternative of candidates) {
    const seen: Occurrence[] = []
    const visited: string[] = []
    const trial: Sink = { add: one => seen.push(one), visit: pointer => visited.push(pointer) }
    walkOne(alternative, value, place, trial, schemas, depth)
    const cost = seen.reduce((sum, one) => sum + (one.pointer === place.pointer ? 50 : costOf(one)), 0)
    if (!best || cost < best.cost) best = { cost, seen, visited }
    if (cost === 0) break
  }
  best?.visited.forEach(sink.visit)
  best?.seen.forEach(sink.add)
}

function costOf({ driftId }: Occurrence): number {
  if (driftId === 'DR35') return 1
  // Another enum value suggests that another branch is intended.
  return driftId === 'DR27' ? 6 : 3
}

function walkOne(
  alternative: Alternative,
  value: unknown,
  place: Place,
  sink: Sink,
  schemas: SchemaTable,
  depth: number,
): void {
  const { pointer } = place
  const isAssumed = place.isAssumed || alternative.isAssumed
  const wrong = valueMismatch(alternative, value)
  if (wrong) sink.add({ ...wrong, pointer, scope: pointer, isAssumed })
  // A value of another type has no properties to compare; one out of range has.
  if (wrong && wrong.driftId !== 'DR36') return
  const { items } = alternative.flat
  if (Array.isArray(value) && items) {
    const inside = { pointer: `${pointer}/*`, isAssumed }
    for (const item of value) walk(items, item, inside, sink, schemas, depth + 1)
  } else if (isObject(value)) {
    walkObject(alternative, value, { pointer, isAssumed }, sink, schemas, depth)
  }
}

function walkObject(
  { flat }: Alternative,
  value: JsonObject,
  { pointer, isAssumed }: Place,
  sink: Sink,
  schemas: SchemaTable,
  depth: number,
): void {
  const unknown: string[] = []
  for (const name of Object.keys(value)) {
    const node = flat.properties.get(name)
    const inside = { pointer: `${pointer}/${escapeName(name)}`, isAssumed }
    if (node) walk(node, value[name], inside, sink, schemas, depth + 1)
    else if (typeof flat.additional === 'object')
      walk(flat.additional, value[name], { pointer: `${pointer}/*`, isAssumed }, sink, schemas, depth + 1)
    else if (unknown.length < MAX_UNKNOWN_FIELDS) unknown.push(name)
  }
  for (const [name, node] of flat.properties) {
    if (Object.hasOwn(value, name)) continue
    const isRequired = flat.required.has(name)
    const other = newNameOf(name, node, isRequired, value, unknown, schemas)
    if (other !== undefined) unknown.splice(unknown.indexOf(other), 1)
    if (other === undefined && !isRequired) continue
    const isGuess = isAssumed || alternativesOf(node, schemas).every(one => one.isAssumed)
    const what = `a ${isRequired ? 'required ' : ''}field is promised, `
    const actual = other === undefined ? 'none came' : `it came as "${toPrintableWord(other)}"`
    sink.add({
      driftId: other === undefined ? 'DR21' : 'DR24',
      pointer: `${pointer}/${escapeName(name)}`,
      scope: pointer,
      what: what + actual,
      witness: other === undefined ? 'absent' : toPrintableWord(other),
      isAssumed: isGuess,
    })
  }
  for (const name of flat.properties.size === 0 && flat.additional === undefined && isOpen(flat)
    ? []
    : unknown) {
    const what = `${describe(value[name])} came that the contract does not know`
    const at = `${pointer}/${escapeName(toPrintableWord(name))}`
    sink.add({ driftId: 'DR35', pointer: at, scope: at, what, witness: describe(value[name]), isAssumed })
  }
}

/** An object schema without any constraints may hold anything. */
function isOpen({ limits }: Alternative['flat']): boolean {
  return limits.maxProperties === undefined
}

/**
 * The unknown field that replaces a missing one: of a similar name, or, for a required one, of the same
 * shape.
 */
function newNameOf(
  name: string,
  node: SchemaNode,
  isRequired: boolean,
  value: JsonObject,
  unknown: readonly string[],
  schemas: SchemaTable,
): string | undefined {
  const same = unknown.find(other => normalizeName(other) === normalizeName(name))
  if (same !== undefined || !isRequired) return same
  const like = unknown.find(other => areSimilarNames(name, other))
  return like ?? unknown.find(other => matches(node, value[other], schemas))
}

function escapeName(name: string): string {
  // Fast path for large responses.
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

/** `what` is half a sentence: `an integer is promised, a string came`. */
type ValueMismatch = {
  readonly driftId: DriftId
  readonly what: string
  readonly witness: unknown
  readonly severity?: Severity
}

/** The first problem of a value itself, without its children; undefined if valid. */
function valueMismatch(
  { flat, patterns, isExtensible }: Alternative,
  value: unknown,
): ValueMismatch | undefined {
  if (flat.types && !flat.types.some(type => hasType(value, type)))
    return typeMismatch(flat, flat.types, value)
  if (flat.values && !flat.values.some(known => isEqual(known, value))) {
    const witness = typeof value === 'string' ? toPrintableWord(value) : toPrintable(value)
    const what = `one of ${flat.values.slice(0, 12).map(print).join(', ')} is promised, ${print(witness)} came`
    return { driftId: 'DR27', what, witness, severity: isExtensible ? 'degraded' : 'breaking' }
  }
  if (typeof value === 'string') return textMismatch(flat, patterns, value)
  if (typeof value === 'number') return limitMismatch(value, numberLimits(flat, value), toPrintable(value))
  if (Array.isArray(value)) return listMismatch(flat, value)
  if (!isObject(value)) return undefined
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = flat.limits
  const size = Object.keys(value).length
  const limits = [size < minProperties && `at least ${minProperties} fields`]
  return limitMismatch(`${size} fields`, [
    ...limits,
    size > maxProperties && `at most ${maxProperties} fields`,
  ])
}

function typeMismatch(flat: FlatSchema, types: readonly SchemaType[], value: unknown): ValueMismatch {
  const what = `${types.map(nameOfType).join(' or ')} is promised, ${describe(value)} came`
  const witness = toPrintable(value)
  if (value === null) return { driftId: 'DR26', what, witness }
  const isTimestamp = flat.formats.some(format => format === 'date-time' || format === 'date')
  if (isTimestamp && typeof value === 'number') return { driftId: 'DR30', what, witness }
  if (types.includes('array')) return { driftId: 'DR32', what, witness }
  if (types.includes('object')) return { driftId: 'DR33', what, witness }
  // A wrong text or number only degrades a screen; an object breaks it.
  return { driftId: 'DR25', what, witness, ...(typeof value === 'object' && { severity: 'breaking' }) }
}

function textMismatch(
  flat: FlatSchema,
  patterns: readonly RegExp[],
  value: string,
): ValueMismatch | undefined {
  const format = flat.formats.find(one => formatPattern(one)?.test(value) === false)
  if (format !== undefined) return formatMismatch(format, value)
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = flat.limits
  const length = value.length > maxLength || minLength > 0 ? lengthOf(value) : value.length
  const failed = patterns.findIndex(pattern => !pattern.test(value))
  const promise =
    (length < minLength && `at least ${minLength} characters`) ||
    (length > maxLength && `at most ${maxLength} characters`) ||
    (failed >= 0 && `the pattern ${flat.patterns[failed]}`)
  // Only invalid texts are made printable, for speed with large responses.
  return promise ? limitMismatch(print(toPrintable(value)), [promise], toPrintable(value)) : undefined
}

function formatMismatch(format: string, value: string): ValueMismatch {
  const isTimestamp = format === 'date-time' || format === 'date'
  const witness = isTimestamp ? toPrintableTimestamp(value) : toPrintable(value)
  const isEpoch = /^\d{9,}(?:\.\d+)?$/.test(value)
  const driftId = isTimestamp ? (isEpoch ? 'DR30' : 'DR29') : 'DR31'
  return { driftId, what: `the format ${format} is promised, ${print(witness)} came`, witness }
}

function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

function numberLimits({ limits, multipleOf }: FlatSchema, value: number): readonly (string | false)[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits
  return [
    minimum !== undefined && value < minimum && `at least ${minimum}`,
    maximum !== undefined && value > maximum && `at most ${maximum}`,
    exclusiveMinimum !== undefined && value <= exclusiveMinimum && `more than ${exclusiveMinimum}`,
    exclusiveMaximum !== undefined && value >= exclusiveMaximum && `less than ${exclusiveMaximum}`,
    multipleOf !== undefined && !Number.isInteger(value / multipleOf) && `a multiple of ${multipleOf}`,
  ]
}

function listMismatch(flat: FlatSchema, value: readonly unknown[]): ValueMismatch | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = flat.limits
  // Only scalars: comparing objects could take quadratic time.
  const plain = flat.isUnique ? value.filter(item => typeof item !== 'object') : []
  return limitMismatch(`${value.length} items`, [
    value.length < minItems && `at least ${minItems} items`,
    value.length > maxItems && `at most ${maxItems} items`,
    new Set(plain).size < plain.length && 'a list without doubles',
  ])
}

function limitMismatch(
  actual: unknown,
  broken: readonly (string | false)[],
  witness: unknown = actual,
): ValueMismatch | undefined {
  const [promise] = broken.filter(limit => limit !== false)
  return promise === undefined
    ? undefined
    : { driftId: 'DR36', what: `${promise} is promised, ${actual} came`, witness }
}

const typeNames: Readonly<Record<SchemaType, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

function nameOfType(type: SchemaType): string {
  return typeNames[type]
}

/** `a list`, `an integer`. */
export function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a number'
  return typeNames[typeof value as SchemaType] ?? 'nothing'
}

function print(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value)
}
