import { isObject, type JsonObject } from '../json'
import { matches } from '../matches'
import type { SchemaNode, SchemaTable } from '../schema-node'
import { type Alternative, alternativesOf } from './alternatives'
import type { DriftId } from './drift-classes'
import type { Severity } from './judgement'
import { areLikeNames, plain } from './like-names'
import { printableWord } from './shape'
import { describe, type ValueMismatch, valueMismatch } from './value-mismatch'

/** One difference between a JSON value and its schema; equal ones of several list items are one. */
export type Mismatch = {
  readonly driftId: DriftId
  /** `*` for list items and the values of maps. */
  readonly pointer: string
  /** A sentence. */
  readonly what: string
  readonly witness: unknown
  readonly severity?: Severity
  readonly isAssumed: boolean
}

type Seen = ValueMismatch & {
  readonly pointer: string
  /** The place of which one occurrence may be right and another wrong. */
  readonly among: string
  readonly isAssumed: boolean
}

/** Where differences and places go while a value is walked. */
type Sink = { readonly add: (seen: Seen) => void; readonly visit: (pointer: string) => void }
type Place = { readonly pointer: string; readonly isAssumed: boolean }

/** A schema may refer to itself; values nested deeper than any screen could show are not looked into. */
const deepest = 200
/** A hostile answer could have a difference in each of a million places. */
const mostPlaces = 200
const mostUnknown = 20

/** Every difference between a JSON value and a schema, named by the property that it is about. */
export function mismatchesOf(node: SchemaNode, value: unknown, schemas: SchemaTable): Mismatch[] {
  const visits = new Map<string, number>()
  const found = new Map<string, { seen: Seen; count: number }>()
  const sink: Sink = {
    visit: pointer => visits.set(pointer, (visits.get(pointer) ?? 0) + 1),
    add: seen => {
      const key = `${seen.driftId} ${seen.pointer}`
      const known = found.get(key)
      if (known) known.count++
      else if (found.size < mostPlaces) found.set(key, { seen, count: 1 })
    },
  }
  walk(node, value, { pointer: '', isAssumed: false }, sink, schemas)
  return [...found.values()].map(({ seen, count }) => summarise(seen, count, visits.get(seen.among) ?? count))
}

const structural: readonly DriftId[] = ['DR21', 'DR25', 'DR32', 'DR33']

function summarise(seen: Seen, count: number, all: number): Mismatch {
  const { driftId, pointer, what, witness, severity, isAssumed } = seen
  const share = count < all ? ` in ${count} of ${all} places` : ''
  const isSingle = count === 1 && all >= 3 && structural.includes(driftId)
  const isPartial = count < all && driftId === 'DR21'
  // A null among right values is one bad item already where there are two.
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
  if (depth > deepest) return
  sink.visit(place.pointer)
  const alternatives = alternativesOf(node, schemas)
  const [first] = alternatives
  if (first && alternatives.length === 1) walkOne(first, value, place, sink, schemas, depth)
  else if (first) walkNearest(alternatives, value, place, sink, schemas, depth)
}

/** Judges by the branch that the value comes nearest to, so that a property is named and not the whole union. */
function walkNearest(
  alternatives: readonly Alternative[],
  value: unknown,
  place: Place,
  sink: Sink,
  schemas: SchemaTable,
  depth: number,
): void {
  let best: { cost: number; seen: readonly Seen[]; visited: readonly string[] } | undefined
  // What is not null is judged by what it should be, however much of it is wrong.
  const likely =
    value === null ? alternatives : alternatives.filter(({ flat }) => String(flat.types) !== 'null')
  for (const alternative of likely) {
    const seen: Seen[] = []
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

function costOf({ driftId }: Seen): number {
  if (driftId === 'DR35') return 1
  // A tag with another value says that another branch is meant.
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
  if (wrong) sink.add({ ...wrong, pointer, among: pointer, isAssumed })
  // A value of another kind has no parts that could be compared; one out of its limits has.
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
    else if (unknown.length < mostUnknown) unknown.push(name)
  }
  for (const [name, node] of flat.properties) {
    if (Object.hasOwn(value, name)) continue
    const isRequired = flat.required.has(name)
    const other = newNameOf(name, node, isRequired, value, unknown, schemas)
    if (other !== undefined) unknown.splice(unknown.indexOf(other), 1)
    if (other === undefined && !isRequired) continue
    const isGuess = isAssumed || alternativesOf(node, schemas).every(one => one.isAssumed)
    const what = `a ${isRequired ? 'required ' : ''}field is promised, `
    const came = other === undefined ? 'none came' : `it came as "${printableWord(other)}"`
    sink.add({
      driftId: other === undefined ? 'DR21' : 'DR24',
      pointer: `${pointer}/${escapeName(name)}`,
      among: pointer,
      what: what + came,
      witness: other === undefined ? 'absent' : printableWord(other),
      isAssumed: isGuess,
    })
  }
  for (const name of flat.properties.size === 0 && flat.additional === undefined && isOpen(flat)
    ? []
    : unknown) {
    const what = `${describe(value[name])} came that the contract does not know`
    const at = `${pointer}/${escapeName(printableWord(name))}`
    sink.add({ driftId: 'DR35', pointer: at, among: at, what, witness: describe(value[name]), isAssumed })
  }
}

/** An object of which the contract says nothing at all may hold anything. */
function isOpen({ limits }: Alternative['flat']): boolean {
  return limits.maxProperties === undefined
}

/** The unknown field that a promised one came as: of a like name, or, in place of a required one, of the same shape. */
function newNameOf(
  name: string,
  node: SchemaNode,
  isRequired: boolean,
  value: JsonObject,
  unknown: readonly string[],
  schemas: SchemaTable,
): string | undefined {
  const same = unknown.find(other => plain(other) === plain(name))
  if (same !== undefined || !isRequired) return same
  const like = unknown.find(other => areLikeNames(name, other))
  return like ?? unknown.find(other => matches(node, value[other], schemas))
}

function escapeName(name: string): string {
  // Hardly any name needs it, and a large answer has a hundred thousand.
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}
