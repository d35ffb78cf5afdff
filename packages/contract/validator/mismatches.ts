import { getKind, isObject, type JsonObject } from '../json'
import type { FlatSchema, Reader, SchemaNode, SchemaTable } from '../schema-node'
import type { DriftId, Severity } from './drift-classes'
import { driftIds } from './drift-ids'
import { findMovedFields, getNewName, type MovedFields } from './moved-fields'
import { toPrintableWord } from './printable'
import { type Alternative, getAlternatives } from './property-tree'
import { isSecretField } from './secret-fields'
import { describe, type ValueMismatch, valueMismatch } from './value-mismatch'

/** Equal differences of several list items are one. */
export type Mismatch = {
  readonly driftId: DriftId
  /** `*` for list items and map values. */
  readonly pointer: string
  readonly what: string
  readonly witness: unknown
  readonly came: string
  readonly severity?: Severity
  readonly advice?: string
  readonly isAssumed: boolean
}

type Occurrence = ValueMismatch & {
  readonly pointer: string
  /** The pointer whose occurrences are counted to tell one bad item from all. */
  readonly scope: string
  readonly isAssumed: boolean
  /** Null in an optional field is unset, not one bad item. */
  readonly isOptional?: boolean
}

/** What one comparison knows, and what collects its differences and visited pointers. */
type Scan = {
  readonly schemas: SchemaTable
  readonly reader: readonly Reader[] | undefined
  readonly add: (seen: Occurrence) => void
  readonly visit: (pointer: string) => void
}
type Place = { readonly pointer: string; readonly isAssumed: boolean }

/** Schemas may be recursive; deeper values are not checked. */
const MAX_DEPTH = 200
/** Limits hostile responses. */
const MAX_MISMATCHES = 200
const MAX_UNKNOWN_FIELDS = 20

/** Without a reader, values that are kept for some readers are valid. */
export function findMismatches(
  node: SchemaNode,
  value: unknown,
  schemas: SchemaTable,
  reader?: readonly Reader[],
): Mismatch[] {
  const visits = new Map<string, number>()
  const found = new Map<string, { seen: Occurrence; count: number }>()
  const scan: Scan = {
    schemas,
    reader,
    visit: pointer => visits.set(pointer, (visits.get(pointer) ?? 0) + 1),
    add: seen => {
      const key = `${seen.driftId} ${seen.pointer} ${seen.came}`
      const known = found.get(key)
      if (known) known.count++
      else if (found.size < MAX_MISMATCHES) found.set(key, { seen, count: 1 })
    },
  }
  walk(node, value, { pointer: '', isAssumed: false }, scan)
  return [...found.values()].map(({ seen, count }) => summarise(seen, count, visits.get(seen.scope) ?? count))
}

const structural: readonly DriftId[] = [
  driftIds.fieldRemoved,
  driftIds.scalarType,
  driftIds.listBecameObject,
  driftIds.objectBecameScalar,
]

function summarise(seen: Occurrence, count: number, all: number): Mismatch {
  const { driftId, pointer, what, witness, came, severity, advice, isAssumed, isOptional } = seen
  const share = count < all ? ` in ${count} of ${all} places` : ''
  const isSingle = count === 1 && all >= 3 && structural.includes(driftId)
  const isPartial = count < all && driftId === driftIds.fieldRemoved
  // A single null among several values is one bad item.
  const isLone = isSingle || (count === 1 && all >= 2 && driftId === driftIds.unexpectedNull && !isOptional)
  return {
    driftId: isLone ? driftIds.wrongListItem : isPartial ? driftIds.fieldOptional : driftId,
    pointer,
    what: `At ${pointer || 'the top of the body'} ${what}${share}.`,
    witness,
    came,
    ...(severity && !isLone && { severity }),
    ...(advice !== undefined && !isLone && { advice }),
    isAssumed,
  }
}

function walk(node: SchemaNode, value: unknown, place: Place, scan: Scan, depth = 0): void {
  if (depth > MAX_DEPTH) return
  scan.visit(place.pointer)
  const alternatives = getAlternatives(node, scan.schemas)
  const [first] = alternatives
  if (first && alternatives.length === 1) walkOne(first, value, place, scan, depth)
  else if (first) walkNearest(alternatives, value, place, scan, depth)
}

/** Validates against the nearest branch, so that a property is reported instead of the union. */
function walkNearest(
  alternatives: readonly Alternative[],
  value: unknown,
  place: Place,
  scan: Scan,
  depth: number,
): void {
  let best: { cost: number; seen: readonly Occurrence[]; visited: readonly string[] } | undefined
  // A value that is not null is never compared with the null branch.
  const candidates =
    value === null ? alternatives : alternatives.filter(({ flat }) => String(flat.types) !== 'null')
  for (const alternative of candidates) {
    const seen: Occurrence[] = []
    const visited: string[] = []
    const trial: Scan = { ...scan, add: one => seen.push(one), visit: pointer => visited.push(pointer) }
    walkOne(alternative, value, place, trial, depth)
    const cost = seen.reduce((sum, one) => sum + (one.pointer === place.pointer ? 50 : getCost(one)), 0)
    if (!best || cost < best.cost) best = { cost, seen, visited }
    if (cost === 0) break
  }
  best?.visited.forEach(scan.visit)
  best?.seen.forEach(scan.add)
}

function getCost({ driftId }: Occurrence): number {
  if (driftId === driftIds.fieldUndocumented) return 1
  // Another enum value suggests that another branch is intended.
  return driftId === driftIds.enumValueAdded ? 6 : 3
}

function walkOne(alternative: Alternative, value: unknown, place: Place, scan: Scan, depth: number): void {
  const { pointer } = place
  const isAssumed = place.isAssumed || alternative.isAssumed
  const wrong = valueMismatch(alternative, value, scan.schemas)
  if (wrong) scan.add({ ...wrong, pointer, scope: pointer, isAssumed })
  // A value of another type has no properties to compare; one out of range has.
  if (wrong && wrong.driftId !== driftIds.valueOutOfRange) return
  const { items } = alternative.flat
  if (Array.isArray(value) && items) {
    const inside = { pointer: `${pointer}/*`, isAssumed }
    for (const item of value) walk(items, item, inside, scan, depth + 1)
  } else if (isObject(value)) {
    walkObject(alternative.flat, value, { pointer, isAssumed }, scan, depth)
  }
}

function walkObject(flat: FlatSchema, value: JsonObject, place: Place, scan: Scan, depth: number): void {
  const { pointer, isAssumed } = place
  const { schemas } = scan
  const unknown: string[] = []
  for (const name of Object.keys(value)) {
    const node = flat.properties.get(name)
    const at = `${pointer}/${escapeName(name)}`
    if (node) walkProperty(name, node, value[name], { pointer: at, isAssumed }, flat, scan, depth)
    else if (typeof flat.additional === 'object')
      walk(flat.additional, value[name], { pointer: `${pointer}/*`, isAssumed }, scan, depth + 1)
    else if (unknown.length < MAX_UNKNOWN_FIELDS) unknown.push(name)
  }
  const moved = unknown.length > 0 ? findMovedFields(flat, value, schemas) : []
  const explained = new Set<string>()
  for (const one of moved) {
    const isDown = one.kind === 'down'
    for (const name of isDown ? one.fields : [one.name]) explained.add(name)
    for (const name of isDown ? [one.name] : one.fields) unknown.splice(unknown.indexOf(name), 1)
    if (isDown && one.isAll) for (const name of flat.properties.keys()) explained.add(name)
    scan.add({
      driftId: driftIds.fieldRenamed,
      pointer: isDown ? pointer : `${pointer}/${escapeName(one.name)}`,
      scope: pointer,
      what: describeMove(one),
      witness: toPrintableWord(one.name),
      came: `${one.kind}:${one.name}`,
      isAssumed,
    })
  }
  for (const [name, node] of flat.properties) {
    if (Object.hasOwn(value, name) || explained.has(name)) continue
    const isRequired = flat.required.has(name)
    const other = getNewName(name, node, isRequired, value, unknown, schemas)
    if (other !== undefined) unknown.splice(unknown.indexOf(other), 1)
    if (other === undefined && !isRequired) continue
    const isGuess = isAssumed || getAlternatives(node, schemas).every(one => one.isAssumed)
    const what = `a ${isRequired ? 'required ' : ''}field is promised, `
    const actual = other === undefined ? 'none came' : `it came as "${toPrintableWord(other)}"`
    scan.add({
      driftId: other === undefined ? driftIds.fieldRemoved : driftIds.fieldRenamed,
      pointer: `${pointer}/${escapeName(name)}`,
      scope: pointer,
      what: what + actual,
      witness: other === undefined ? 'absent' : toPrintableWord(other),
      came: other === undefined ? 'absent' : `renamed:${other}`,
      isAssumed: isGuess,
    })
  }
  const isFree = flat.properties.size === 0 && flat.additional === undefined && isOpen(flat)
  for (const name of isFree ? [] : unknown) {
    const isSecret = isSecretField(name, value[name])
    const at = `${pointer}/${escapeName(toPrintableWord(name))}`
    scan.add({
      driftId: driftIds.fieldUndocumented,
      pointer: at,
      scope: at,
      what: `${describe(value[name])} came that the contract does not know`,
      witness: describe(value[name]),
      came: getKind(value[name]),
      ...(isSecret && { severity: 'degraded', advice: SECRET_ADVICE }),
      isAssumed,
    })
  }
}

const SECRET_ADVICE = 'By its name this is a secret: do not send it.'

function describeMove(moved: MovedFields): string {
  const names = moved.fields.slice(0, 6).map(name => `"${name}"`)
  const more = moved.fields.length - names.length
  const list = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  if (moved.kind === 'up') return `an object is promised, its fields came one level up: ${list}`
  const under = `under "${toPrintableWord(moved.name)}"`
  return moved.isAll ? `everything stands ${under}` : `the fields ${list} came ${under}`
}

function walkProperty(
  name: string,
  node: SchemaNode,
  value: unknown,
  place: Place,
  { required }: FlatSchema,
  scan: Scan,
  depth: number,
): void {
  const alternatives = getAlternatives(node, scan.schemas)
  const { pointer } = place
  if (value === null && !required.has(name)) {
    scan.visit(pointer)
    if (alternatives.some(({ flat: { types } }) => !types || types.includes('null'))) return
    const what = 'null came where the contract leaves the field out'
    const isAssumed = place.isAssumed || alternatives.some(one => one.isAssumed)
    const base = { pointer, scope: pointer, what, witness: null, came: 'null', isAssumed }
    scan.add({ ...base, driftId: driftIds.unexpectedNull, severity: 'degraded', isOptional: true })
    return
  }
  const readers = alternatives[0]?.readers ?? []
  const isKept = readers.length > 0 && scan.reader && !scan.reader.some(one => readers.includes(one))
  if (isKept && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)) {
    const what = `${describe(value)} came that the contract keeps for ${readers.join(' or ')}`
    const base = { pointer, scope: pointer, what, witness: describe(value), came: `kept:${getKind(value)}` }
    scan.add({
      ...base,
      driftId: driftIds.fieldUndocumented,
      severity: isSecretField(name, value) ? 'breaking' : 'degraded',
      advice: `Send this field only to the reader that the contract names (${readers.join(', ')}).`,
      isAssumed: place.isAssumed,
    })
  }
  walk(node, value, place, scan, depth + 1)
}

/** An object schema without any constraints may hold anything. */
function isOpen({ limits }: FlatSchema): boolean {
  return limits.maxProperties === undefined
}

function escapeName(name: string): string {
  // Fast path for large responses.
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}
