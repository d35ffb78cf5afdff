import type { Operation } from '../../contract/operation'
import type { Contract } from '../../contract/read-contract'
import { nameOfRef, resolveSchema, type SchemaNode, type SchemaTable } from '../../contract/schema-node'
import { type Alternative, getAlternatives } from './alternatives'
import { plainValue, scalarValues } from './boundary-values'
import { type Gap, isIncompatible, KeywordUsage } from './gap'
import { findRenames } from './match-operations'
import type { BackendDocument, BackendOperation } from './normalise-document'
import { scalarGaps } from './scalar-gaps'

type SchemaComparison = ReturnType<typeof compareSchemas>

/** Shared by all comparisons: both sides, and how often the document uses each keyword. */
export type Comparer = {
  readonly contract: Contract
  readonly backend: BackendDocument
  readonly usage: KeywordUsage
  /** Backend sends, client reads. */
  readonly responses: SchemaComparison
  /** Client sends, backend reads. */
  readonly requests: SchemaComparison
  /** What the backend accepts beyond what the client may send, with its own usage counts. */
  readonly looser: SchemaComparison
  readonly looserUsage: KeywordUsage
}

/** An operation of the contract and the one of the document. */
export type Pair = {
  readonly comparer: Comparer
  readonly operation: Operation
  readonly backend: BackendOperation
}

const MAX_DEPTH = 14

/**
 * Finds what the producer can send and the consumer does not accept, with a value as proof. Compares
 * alternatives, so that equivalent schemas in different notations are equal. Without usage counts everything that
 * the producer leaves unspecified counts, as for the contract.
 */
function compareSchemas(producerSchemas: SchemaTable, consumerSchemas: SchemaTable, counts?: KeywordUsage) {
  const usage = counts ?? new KeywordUsage()
  const isStrict = counts === undefined
  const known = new WeakMap<SchemaNode, WeakMap<SchemaNode, readonly Gap[]>>()

  function gaps(produced: SchemaNode, consumed: SchemaNode, depth = 0): readonly Gap[] {
    if (depth > MAX_DEPTH) return []
    const producer = target(produced, producerSchemas)
    const consumer = target(consumed, consumerSchemas)
    const before = known.get(producer)?.get(consumer)
    if (before) return before
    const row = known.get(producer) ?? new WeakMap<SchemaNode, readonly Gap[]>()
    known.set(producer, row)
    // A recursive schema is equal unless something else differs.
    row.set(consumer, [])
    const found = compare(producer, consumer, depth).map(gap => (isStrict ? withoutUnspecified(gap) : gap))
    row.set(consumer, found)
    return found
  }

  function compare(producer: SchemaNode, consumer: SchemaNode, depth: number): Gap[] {
    const all = getAlternatives(consumer, consumerSchemas)
    if (all.some(({ type }) => type === 'any')) return []
    const results = getAlternatives(producer, producerSchemas)
      .filter(({ type }) => type !== 'any')
      .map(produced => ({ type: produced.type, gaps: against(produced, all, consumer, depth) }))
    return results
      .flatMap(({ type, gaps }) => {
        const others = results.filter(one => one.type === type && one.gaps !== gaps)
        return gaps.flatMap(gap => neverSent(gap, others))
      })
      .filter((gap, index, found) => found.findIndex(one => isSame(one, gap)) === index)
  }

  /** The gaps between one alternative of the producer and the nearest one of the consumer. */
  function against(
    produced: Alternative,
    all: readonly Alternative[],
    consumer: SchemaNode,
    depth: number,
  ): Gap[] {
    const sameType = all.filter(
      ({ type }) => type === produced.type || (type === 'number' && produced.type === 'integer'),
    )
    if (sameType.length === 0) return [wrongType(produced, all)]
    const results = sameType.map(consumed => pair(produced, consumed, consumer, depth))
    return results.reduce((best, one) => (weight(one) < weight(best) ? one : best))
  }

  function wrongType(produced: Alternative, all: readonly Alternative[]): Gap {
    if (produced.type === 'null') return { kind: 'null', pointer: '', witness: null, produced, ...first(all) }
    const isNumber = produced.type === 'number' && all.some(({ type }) => type === 'integer')
    const witness = isNumber
      ? scalarValues(produced).find(value => !Number.isInteger(value))
      : sample(produced)
    return { kind: 'type', pointer: '', witness, produced, ...first(all) }
  }

  function pair(produced: Alternative, consumed: Alternative, consumer: SchemaNode, depth: number): Gap[] {
    if (produced.type === 'object') return objects(produced, consumed, depth)
    if (produced.type === 'array') return lists(produced, consumed, depth)
    return scalarGaps(produced, consumed, { node: consumer, schemas: consumerSchemas, usage })
  }

  function lists(produced: Alternative, consumed: Alternative, depth: number): Gap[] {
    const own = produced.flat.limits
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = consumed.flat.limits
    const found: Gap[] = []
    const add = (kind: 'few' | 'many', isUnspecified: boolean, length: number) => {
      const item = plainValue(produced.flat.items ?? {}, producerSchemas)
      const witness = Array.from({ length: Math.min(length, 1001) }, () => item)
      found.push({
        kind,
        pointer: '',
        witness,
        produced,
        consumed,
        ...(isUnspecified && { unspecified: 'items' }),
      })
    }
    if (minItems > 0 || Number.isFinite(maxItems)) {
      usage.count('items', own.minItems !== undefined || own.maxItems !== undefined)
    }
    if ((own.minItems ?? 0) < minItems) add('few', own.minItems === undefined, own.minItems ?? 0)
    if ((own.maxItems ?? Number.POSITIVE_INFINITY) > maxItems)
      add('many', own.maxItems === undefined, maxItems + 1)
    if (!produced.flat.items || !consumed.flat.items) return found
    return [...found, ...below('*', gaps(produced.flat.items, consumed.flat.items, depth + 1))]
  }

  function objects(produced: Alternative, consumed: Alternative, depth: number): Gap[] {
    const own = produced.flat.properties
    const inner = [...own].flatMap(([name, child]) => {
      const expected = consumed.flat.properties.get(name)
      if (!expected) return []
      const isFree = !consumed.flat.required.has(name)
      return below(name, gaps(child, expected, depth + 1)).map(gap => nullable(gap, name, isFree))
    })
    countNulls(produced, consumed)
    return [...inner, ...maps(produced, consumed, depth), ...presence(produced, consumed, depth)]
  }

  /** FastAPI describes every optional field as nullable. */
  function nullable(gap: Gap, name: string, isFree: boolean): Gap {
    return isFree && gap.kind === 'null' && gap.pointer === `/${name}` ? { ...gap, unspecified: 'null' } : gap
  }

  function countNulls(produced: Alternative, consumed: Alternative): void {
    for (const [name, child] of consumed.flat.properties) {
      const own = produced.flat.properties.get(name)
      if (!own || consumed.flat.required.has(name)) continue
      const isNull = (one: Alternative) => one.type === 'null'
      if (getAlternatives(child, consumerSchemas).some(isNull)) continue
      usage.count('null', !getAlternatives(own, producerSchemas).some(isNull))
    }
  }

  function maps(produced: Alternative, consumed: Alternative, depth: number): Gap[] {
    const { additional } = produced.flat
    const expected = consumed.flat.additional
    if (typeof additional !== 'object' || typeof expected !== 'object') return []
    return below('*', gaps(additional, expected, depth + 1))
  }

  function presence(produced: Alternative, consumed: Alternative, depth: number): Gap[] {
    const own = produced.flat
    // An object without properties says nothing about them.
    const { minProperties, maxProperties } = own.limits
    const isEmpty = own.additional === false || maxProperties === 0 || minProperties === 0
    if (own.properties.size === 0 && !isEmpty) return []
    const extra = [...own.properties.keys()].filter(name => !consumed.flat.properties.has(name))
    const lost = [...consumed.flat.properties.keys()].filter(name => !own.properties.has(name))
    const renamed = findRenames(lost, extra, {
      order: { lost: [...consumed.flat.properties.keys()], extra: [...own.properties.keys()] },
      isCompatible: (to, from) => {
        // What the client need not send cannot be required by the backend: that is a new field.
        const isNew = isStrict && consumed.flat.required.has(to) && !own.required.has(from)
        return !isNew && isCompatible(own.properties.get(from), consumed.flat.properties.get(to), depth)
      },
    })
    const base = { produced, consumed }
    const limit = consumed.flat.limits.maxProperties
    const tooMany = limit !== undefined && own.required.size > limit
    const found: Gap[] = tooMany ? [{ ...base, kind: 'many', pointer: '', witness: sample(produced) }] : []
    const renames = renamed.map(
      ({ to, from }): Gap => ({
        ...base,
        kind: 'renamed',
        pointer: `/${to}`,
        name: from,
        witness: sample(produced),
      }),
    )
    found.push(...renames)
    for (const name of lost) {
      if (renamed.some(({ to }) => to === name)) continue
      const kind = consumed.flat.required.has(name) ? 'missing' : 'removed'
      found.push({ ...base, kind, pointer: `/${name}`, witness: sample(produced) })
    }
    for (const name of extra) {
      if (renamed.some(({ from }) => from === name)) continue
      found.push({ ...base, kind: 'extra', pointer: `/${name}`, witness: sample(produced, true) })
    }
    for (const name of consumed.flat.required) {
      const child = own.properties.get(name)
      if (!child || own.required.has(name) || target(child, producerSchemas).default !== undefined) continue
      found.push({
        ...base,
        kind: 'optional',
        pointer: `/${name}`,
        witness: without(sample(produced), name),
      })
    }
    return found
  }

  function isCompatible(
    produced: SchemaNode | undefined,
    consumed: SchemaNode | undefined,
    depth: number,
  ): boolean {
    return (
      produced !== undefined &&
      consumed !== undefined &&
      !gaps(produced, consumed, depth + 1).some(isIncompatible)
    )
  }

  function sample(produced: Alternative, hasOptional = false): unknown {
    const { flat, type } = produced
    if (type === 'any') return 'text'
    const node: SchemaNode = {
      type,
      properties: Object.fromEntries(flat.properties),
      required: [...flat.required],
      ...(flat.items && { items: flat.items }),
      ...(flat.values && { enum: flat.values }),
      ...flat.limits,
      ...(flat.patterns[0] !== undefined && { pattern: flat.patterns[0] }),
      ...(flat.formats[0] !== undefined && { format: flat.formats[0] }),
    }
    return plainValue(node, producerSchemas, hasOptional)
  }

  return { gaps }
}

/** A value that one branch of a union does not send, another one may. */
function neverSent(gap: Gap, others: readonly { readonly gaps: readonly Gap[] }[]): Gap[] {
  if (gap.kind !== 'unused') return [gap]
  const same = others.map(({ gaps }) => gaps.find(one => isSame(one, gap)))
  if (same.some(one => one === undefined)) return []
  const values = gap.values?.filter(value => same.every(one => one?.values?.includes(value))) ?? []
  return values.length > 0 ? [{ ...gap, values, witness: values[0] }] : []
}

function first(all: readonly Alternative[]): { consumed?: Alternative } {
  const consumed = all.find(({ type }) => type !== 'null') ?? all[0]
  return consumed ? { consumed } : {}
}

function target(node: SchemaNode, schemas: SchemaTable): SchemaNode {
  const isBare = node.$ref !== undefined && Object.keys(node).length === 1
  if (!isBare || !Object.hasOwn(schemas, nameOfRef(node.$ref ?? '') ?? '')) return node
  try {
    return resolveSchema(node, schemas)
  } catch {
    return {}
  }
}

function withoutUnspecified({ unspecified: _, ...gap }: Gap): Gap {
  return gap
}

function below(step: string, gaps: readonly Gap[]): Gap[] {
  return gaps.map(gap => ({ ...gap, pointer: `/${step}${gap.pointer}` }))
}

/** Another type of the value itself is a larger difference than a few other fields. */
function weight(gaps: readonly Gap[]): number {
  const ofOne = (gap: Gap) =>
    gap.kind === 'many' ? 5000 : gap.kind === 'type' && gap.pointer === '' ? 1000 : 100
  return gaps.reduce((sum, gap) => sum + (isIncompatible(gap) ? ofOne(gap) : 1), 0)
}

function isSame(a: Gap, b: Gap): boolean {
  return a.kind === b.kind && a.pointer === b.pointer && a.name === b.name
}

function without(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}

export function makeComparer(contract: Contract, backend: BackendDocument): Comparer {
  const usage = new KeywordUsage()
  const looserUsage = new KeywordUsage()
  return {
    contract,
    backend,
    usage,
    responses: compareSchemas(backend.schemas, contract.schemas, usage),
    requests: compareSchemas(contract.schemas, backend.schemas),
    looser: compareSchemas(backend.schemas, contract.schemas, looserUsage),
    looserUsage,
  }
}
