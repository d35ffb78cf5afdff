import { isObject, type JsonObject } from '../json'
import { matches } from '../matches'
import type { SchemaNode, SchemaTable } from '../schema-node'
import { type Alternative, alternativesOf } from './alternatives'
import type { Severity } from './contract-violation'
import type { DriftId } from './drift-classes'
import { toPrintableWord } from './printable'
import { areSimilarNames, normalizeName } from './similar-names'
import { describe, type ValueMismatch, valueMismatch } from './value-mismatch'

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
