import { isObject, type JsonObject, listAt, objectAt } from '../contract/json'
import { hasType, matches } from '../contract/json-schema'
import type { Operation } from '../contract/operation'
import type { Contract } from '../contract/read-contract'
import type { SchemaNode, SchemaTable } from '../contract/schema-node'
import { areSimilarNames, areSynonyms, getWords, normalizeName } from '../contract/similar-names'
import { applies } from '../contract/validator/check-rule'
import { getAlternatives, type PropertyTree } from '../contract/validator/property-tree'
import { findProperties, nodesAt } from './check-context'
import { resolveReference } from './spec/normalise-document'

export type UnknownField = {
  /** A few of its values. */
  readonly samples: readonly unknown[]
  /** Whether every object had it. */
  readonly isEverywhere: boolean
  /** Fields of the contract that the client needs most in some objects, each of which had this one. */
  readonly covers?: ReadonlySet<string>
}

/** An object of an answer, wherever it came: the fields of the contract that never came, and the unknown ones. */
export type Place = {
  readonly operationId: string
  readonly status: number
  /** Of the object, `*` for list items. */
  readonly pointer: string
  readonly missing: readonly string[]
  readonly unknown: ReadonlyMap<string, UnknownField>
  /** Whether the values are samples of a document, which often leaves out the list of values. */
  readonly isDocument?: boolean
}

export type Replaced = Pick<Place, 'operationId' | 'status' | 'pointer'> & {
  readonly name: string
  readonly other: string
}

/** A field that came nowhere, though it was due so often. */
export type Absent = Pick<Place, 'operationId' | 'status' | 'pointer'> & {
  readonly name: string
  readonly due: number
}

type Pair = Replaced & { readonly score: number; readonly isCertain: boolean }

/**
 * Unknown fields that stand where a field of the contract never came, and whose values fit it. A field that is added to
 * many objects replaces nothing, so names without anything in common must replace the same field wherever they come,
 * or come wherever it was due.
 */
export function findReplaced(places: readonly Place[], contract: Contract): Replaced[] {
  const chosen = places.map(place => choosePairs(place, contract))
  const targets = new Map<string, Set<string>>()
  for (const [index, place] of places.entries())
    for (const other of place.unknown.keys()) {
      const pair = chosen[index]?.find(one => one.other === other)
      targets.set(other, (targets.get(other) ?? new Set()).add(pair?.name ?? ''))
    }
  return chosen.flat().filter(({ other, isCertain }) => isCertain || targets.get(other)?.size === 1)
}

/** The best pairs first; each field is in one pair alone. */
function choosePairs({ missing, unknown, isDocument, ...at }: Place, contract: Contract): Pair[] {
  if (unknown.size === 0) return []
  const pairs = missing.flatMap(name => {
    const nodes = nodesAt(contract, at.operationId, at.status, `${at.pointer}/${name}`)
    const isUsual = isUsualField(contract, at.operationId, at.status, `${at.pointer}/${name}`)
    return [...unknown].flatMap(([other, { samples, isEverywhere, covers }]): Pair[] => {
      const fitting = nodes.find(node => samples.every(one => fits(node, one, contract.schemas, isDocument)))
      if (!fitting) return []
      const kinship = getKinship(name, other)
      const isLikely = isEverywhere
        ? kinship > 0 || isUsual
        : kinship >= SAME_MEANING || samples.every(one => hasShape(fitting, one, contract.schemas))
      const isDue = covers?.has(name) ?? false
      if (!isLikely && !isDue) return []
      const score = kinship + getExactness(fitting, contract.schemas)
      const { operationId, status, pointer } = at
      return [{ operationId, status, pointer, name, other, score, isCertain: kinship > 0 || isDue }]
    })
  })
  const found: Pair[] = []
  for (const pair of pairs.sort((a, b) => b.score - a.score))
    if (!found.some(({ name, other }) => name === pair.name || other === pair.other)) found.push(pair)
  return found
}

const usual = new WeakMap<Contract, ReadonlySet<string>>()

/**
 * Whether an example of the contract has the field: what comes in some states alone, such as why a task is disabled, has
 * not been replaced by what comes always.
 */
function isUsualField(contract: Contract, operationId: string, status: number, pointer: string): boolean {
  const known =
    usual.get(contract) ?? new Set(contract.operations.flatMap(one => exampleFields(contract, one)))
  usual.set(contract, known)
  return findProperties(contract, operationId, status, pointer).some(field => known.has(field))
}

function exampleFields(contract: Contract, { operationId, path, method, responses }: Operation): string[] {
  const operation = objectAt(objectAt(objectAt(contract.document.paths)[path])[method])
  return responses.flatMap(({ status }) => {
    const answer = objectAt(resolveReference(contract.document, objectAt(operation.responses)[status]))
    const { example } = objectAt(objectAt(answer.content)['application/json'])
    const pointers = [...new Set(pointersOf(example))]
    return pointers.flatMap(pointer => findProperties(contract, operationId, status, pointer))
  })
}

function pointersOf(value: unknown, pointer = ''): string[] {
  if (Array.isArray(value)) return value.flatMap(item => pointersOf(item, `${pointer}/*`))
  return Object.entries(objectAt(value)).flatMap(([name, child]) => [
    `${pointer}/${name}`,
    ...pointersOf(child, `${pointer}/${name}`),
  ])
}

/** Kinship of names of which each word means the same. */
const SAME_MEANING = 9

/** Words that many names have. */
const COMMON_WORDS = ['at', 'by', 'has', 'id', 'in', 'is', 'no', 'of']

/** Whether the other name has each word of this one, or one that means the same. */
function saysTheSame(name: string, other: string): boolean {
  const words = getWords(name).filter(word => !COMMON_WORDS.includes(word))
  const others = getWords(other)
  return words.length > 1 && words.every(word => others.some(one => one === word || areSynonyms(one, word)))
}

/** Names say more than types. */
function getKinship(name: string, other: string): number {
  if (normalizeName(name) === normalizeName(other)) return 12
  if (areSynonyms(name, other)) return 10
  if (saysTheSame(name, other)) return SAME_MEANING
  if (areSimilarNames(name, other) || name.endsWith(`_${other}`) || other.endsWith(`_${name}`)) return 8
  const words = getWords(other).filter(word => !COMMON_WORDS.includes(word))
  return getWords(name).some(word => words.includes(word)) ? 8 : 0
}

/** A text fits many fields, a list of such objects one; of several the client needs one most. */
function getExactness(node: SchemaNode, schemas: SchemaTable): number {
  const isExact = getAlternatives(node, schemas).some(({ flat }) => {
    const { types = [], values, formats, patterns } = flat
    if (types.includes('object') || types.includes('array')) return true
    return values !== undefined || formats.length > 0 || patterns.length > 0
  })
  const isNeeded = getAlternatives(node, schemas).some(({ essential }) => essential !== undefined)
  return (isExact ? 4 : 0) + (isNeeded ? 2 : 0)
}

/** Whether a value says by itself that it may belong to the field: an empty list may belong to any list. */
function fits(node: SchemaNode, value: unknown, schemas: SchemaTable, isDocument = false): boolean {
  const alternatives = getAlternatives(node, schemas)
  if (matches(node, value, schemas)) return looksAlike(node, value, schemas)
  // The list of values is what a document most often lacks.
  const isOpenText = isDocument && typeof value === 'string'
  return isOpenText && alternatives.some(({ flat }) => flat.values?.some(one => typeof one === 'string'))
}

/** Whether a value is an object, or a list of objects, most of whose fields are those of the contract. */
function hasShape(node: SchemaNode, value: unknown, schemas: SchemaTable): boolean {
  const alternatives = getAlternatives(node, schemas)
  if (Array.isArray(value))
    return (
      value.length > 0 &&
      value.every(item =>
        alternatives.some(({ flat: { items } }) => items !== undefined && hasShape(items, item, schemas)),
      )
    )
  if (!isObject(value)) return false
  const names = Object.keys(value)
  return alternatives.some(({ flat }) => {
    const known = names.filter(name => flat.properties.has(name)).length
    return known > 1 && known * 2 > names.length
  })
}

/** Objects without required fields match any object: at least one field must be known. */
function looksAlike(node: SchemaNode, value: unknown, schemas: SchemaTable): boolean {
  const alternatives = getAlternatives(node, schemas).filter(({ flat: { types } }) =>
    types ? types.some(type => hasType(value, type)) : true,
  )
  if (isObject(value))
    return alternatives.some(({ flat }) =>
      [...flat.properties.keys()].some(name => Object.hasOwn(value, name)),
    )
  const [item] = listAt(value)
  if (Array.isArray(value))
    return alternatives.some(
      ({ flat: { items } }) => item !== undefined && items && looksAlike(items, item, schemas),
    )
  return true
}

/** A few values, of which null and an empty list say nothing. */
const MAX_SAMPLES = 3
const MAX_NAMES = 20

type Counts = {
  objects: number
  /** How often each field of the contract came, null included. */
  readonly known: Map<string, number>
  /** Of the fields that the client needs most: how often each was due, and came with a value. */
  readonly essential: Map<string, { due: number; came: number }>
  readonly unknown: Map<string, UnknownCount>
}

type UnknownCount = {
  count: number
  readonly samples: unknown[]
  /** How often it had a value where a field was due that the client needs most. */
  readonly covers: Map<string, number>
}

/** Counts the fields of the objects in answers, by operation, status and pointer. */
export class FieldCounts {
  private readonly counts = new Map<string, Counts>()

  add(at: string, { properties }: PropertyTree, value: JsonObject): void {
    const entry = this.counts.get(at) ?? {
      objects: 0,
      known: new Map(),
      essential: new Map(),
      unknown: new Map(),
    }
    this.counts.set(at, entry)
    entry.objects += 1
    const dueNames: string[] = []
    for (const [name, { essential }] of properties) {
      entry.known.set(name, (entry.known.get(name) ?? 0) + Number(Object.hasOwn(value, name)))
      if (essential === undefined || (essential !== true && !applies({ when: essential }, value))) continue
      const known = entry.essential.get(name) ?? { due: 0, came: 0 }
      entry.essential.set(name, known)
      known.due += 1
      dueNames.push(name)
      known.came += Number((value[name] ?? null) !== null)
    }
    for (const [name, one] of Object.entries(value)) {
      if (properties.has(name) || (!entry.unknown.has(name) && entry.unknown.size >= MAX_NAMES)) continue
      const other = entry.unknown.get(name) ?? { count: 0, samples: [], covers: new Map() }
      entry.unknown.set(name, other)
      other.count += 1
      if (one === null || (Array.isArray(one) && one.length === 0)) continue
      if (other.samples.length < MAX_SAMPLES) other.samples.push(one)
      for (const due of dueNames) other.covers.set(due, (other.covers.get(due) ?? 0) + 1)
    }
  }

  /** Where fields of the contract never came. */
  places(): Place[] {
    return [...this.counts].map(([at, { objects, known, essential, unknown }]) => {
      const withValues = [...unknown].filter(([, { samples }]) => samples.length > 0)
      return {
        ...toPlace(at),
        missing: [...known].flatMap(([name, times]) => (times === 0 ? [name] : [])),
        unknown: new Map(
          withValues.map(([other, { count, samples, covers }]) => {
            const covered = [...covers].filter(([name, times]) => essential.get(name)?.due === times)
            return [
              other,
              { samples, isEverywhere: count === objects, covers: new Set(covered.map(([name]) => name)) },
            ]
          }),
        ),
      }
    })
  }

  /** Fields that the client needs most and that never had a value where they were due. */
  absent(): Absent[] {
    return [...this.counts].flatMap(([at, { essential }]) =>
      [...essential].flatMap(([name, { due, came }]) =>
        due > 0 && came === 0 ? [{ ...toPlace(at), name, due }] : [],
      ),
    )
  }
}

function toPlace(at: string): Pick<Place, 'operationId' | 'status' | 'pointer'> {
  const [operationId = '', status, pointer = ''] = at.split(' ')
  return { operationId, status: Number(status), pointer }
}
