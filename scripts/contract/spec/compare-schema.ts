import { nameOfRef, resolveSchema, type SchemaNode, type SchemaTable } from '../../lib/schema-node'
import { type Alternative, alternativesOf } from './alternatives'
import { plainValue, scalarValues } from './boundary-values'
import { type Gap, Habits, isHard } from './gap'
import { leafGaps } from './leaf-gaps'
import { renamedIn } from './renamed'

const deepest = 14

/**
 * What one side makes and the other does not take, with a value as proof of each. It steps through both schemas at
 * once; branches are read as alternatives, so that equal meanings in different words are equal.
 */
export class SchemaComparison {
  private readonly made: SchemaTable
  private readonly taken: SchemaTable
  private readonly habits: Habits
  private readonly isMeant: boolean
  private readonly known = new WeakMap<SchemaNode, WeakMap<SchemaNode, readonly Gap[]>>()

  /** Without habits whatever the maker does not say is meant: the contract is such a maker. */
  constructor(made: SchemaTable, taken: SchemaTable, habits?: Habits) {
    this.made = made
    this.taken = taken
    this.habits = habits ?? new Habits()
    this.isMeant = habits === undefined
  }

  gaps(made: SchemaNode, taken: SchemaNode, depth = 0): readonly Gap[] {
    if (depth > deepest) return []
    const maker = target(made, this.made)
    const taker = target(taken, this.taken)
    const before = this.known.get(maker)?.get(taker)
    if (before) return before
    const row = this.known.get(maker) ?? new WeakMap<SchemaNode, readonly Gap[]>()
    this.known.set(maker, row)
    // A schema that holds itself is equal as long as nothing else speaks against it.
    row.set(taker, [])
    const found = this.compare(maker, taker, depth).map(gap => (this.isMeant ? said(gap) : gap))
    row.set(taker, found)
    return found
  }

  private compare(maker: SchemaNode, taker: SchemaNode, depth: number): Gap[] {
    const all = alternativesOf(taker, this.taken)
    if (all.some(({ type }) => type === 'any')) return []
    return alternativesOf(maker, this.made)
      .filter(({ type }) => type !== 'any')
      .flatMap(made => this.against(made, all, taker, depth))
      .filter((gap, index, found) => found.findIndex(one => isSame(one, gap)) === index)
  }

  /** The gaps between one alternative of the maker and the alternative of the taker that is nearest to it. */
  private against(made: Alternative, all: readonly Alternative[], taker: SchemaNode, depth: number): Gap[] {
    const sameType = all.filter(
      ({ type }) => type === made.type || (type === 'number' && made.type === 'integer'),
    )
    if (sameType.length === 0) return [this.wrongType(made, all)]
    const results = sameType.map(taken => this.pair(made, taken, taker, depth))
    return results.reduce((best, one) => (weight(one) < weight(best) ? one : best))
  }

  private wrongType(made: Alternative, all: readonly Alternative[]): Gap {
    if (made.type === 'null') return { kind: 'null', pointer: '', witness: null, made, ...first(all) }
    const isNumber = made.type === 'number' && all.some(({ type }) => type === 'integer')
    const witness = isNumber ? scalarValues(made).find(value => !Number.isInteger(value)) : this.sample(made)
    return { kind: 'type', pointer: '', witness, made, ...first(all) }
  }

  private pair(made: Alternative, taken: Alternative, taker: SchemaNode, depth: number): Gap[] {
    if (made.type === 'object') return this.objects(made, taken, depth)
    if (made.type === 'array') return this.lists(made, taken, depth)
    return leafGaps(made, taken, { node: taker, schemas: this.taken, habits: this.habits })
  }

  private lists(made: Alternative, taken: Alternative, depth: number): Gap[] {
    const own = made.flat.limits
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = taken.flat.limits
    const found: Gap[] = []
    const add = (kind: 'few' | 'many', isUnsaid: boolean, length: number) => {
      const item = plainValue(made.flat.items ?? {}, this.made)
      const witness = Array.from({ length: Math.min(length, 1001) }, () => item)
      found.push({ kind, pointer: '', witness, made, taken, ...(isUnsaid && { unsaid: 'items' }) })
    }
    if (minItems > 0 || Number.isFinite(maxItems)) {
      this.habits.count('items', own.minItems !== undefined || own.maxItems !== undefined)
    }
    if ((own.minItems ?? 0) < minItems) add('few', own.minItems === undefined, own.minItems ?? 0)
    if ((own.maxItems ?? Number.POSITIVE_INFINITY) > maxItems)
      add('many', own.maxItems === undefined, maxItems + 1)
    if (!made.flat.items || !taken.flat.items) return found
    return [...found, ...below('*', this.gaps(made.flat.items, taken.flat.items, depth + 1))]
  }

  private objects(made: Alternative, taken: Alternative, depth: number): Gap[] {
    const own = made.flat.properties
    const inner = [...own].flatMap(([name, child]) => {
      const expected = taken.flat.properties.get(name)
      if (!expected) return []
      const isFree = !taken.flat.required.has(name)
      return below(name, this.gaps(child, expected, depth + 1)).map(gap => this.nullable(gap, name, isFree))
    })
    this.countNulls(made, taken)
    return [...inner, ...this.maps(made, taken, depth), ...this.presence(made, taken, depth)]
  }

  /** FastAPI writes a field that may be left out as one that may be null, whether null is ever sent or not. */
  private nullable(gap: Gap, name: string, isFree: boolean): Gap {
    return isFree && gap.kind === 'null' && gap.pointer === `/${name}` ? { ...gap, unsaid: 'null' } : gap
  }

  private countNulls(made: Alternative, taken: Alternative): void {
    for (const [name, child] of taken.flat.properties) {
      const own = made.flat.properties.get(name)
      if (!own || taken.flat.required.has(name)) continue
      const isNull = (one: Alternative) => one.type === 'null'
      if (alternativesOf(child, this.taken).some(isNull)) continue
      this.habits.count('null', !alternativesOf(own, this.made).some(isNull))
    }
  }

  private maps(made: Alternative, taken: Alternative, depth: number): Gap[] {
    const { additional } = made.flat
    const expected = taken.flat.additional
    if (typeof additional !== 'object' || typeof expected !== 'object') return []
    return below('*', this.gaps(additional, expected, depth + 1))
  }

  private presence(made: Alternative, taken: Alternative, depth: number): Gap[] {
    const own = made.flat
    // A free map or an object without a word about its properties says nothing of any of them.
    const { minProperties, maxProperties } = own.limits
    const isEmpty = own.additional === false || maxProperties === 0 || minProperties === 0
    if (own.properties.size === 0 && !isEmpty) return []
    const extra = [...own.properties.keys()].filter(name => !taken.flat.properties.has(name))
    const lost = [...taken.flat.properties.keys()].filter(name => !own.properties.has(name))
    const renamed = renamedIn(lost, extra, {
      order: { lost: [...taken.flat.properties.keys()], extra: [...own.properties.keys()] },
      isAlike: (to, from) => {
        // What the client need not send cannot be what the document has to have: that is a new field.
        const isNew = this.isMeant && taken.flat.required.has(to) && !own.required.has(from)
        return !isNew && this.isAlike(own.properties.get(from), taken.flat.properties.get(to), depth)
      },
    })
    const base = { made, taken }
    const most = taken.flat.limits.maxProperties
    const tooMany = most !== undefined && own.required.size > most
    const found: Gap[] = tooMany ? [{ ...base, kind: 'many', pointer: '', witness: this.sample(made) }] : []
    const renames = renamed.map(
      ({ to, from }): Gap => ({
        ...base,
        kind: 'renamed',
        pointer: `/${to}`,
        name: from,
        witness: this.sample(made),
      }),
    )
    found.push(...renames)
    for (const name of lost) {
      if (renamed.some(({ to }) => to === name)) continue
      const kind = taken.flat.required.has(name) ? 'missing' : 'gone'
      found.push({ ...base, kind, pointer: `/${name}`, witness: this.sample(made) })
    }
    for (const name of extra) {
      if (renamed.some(({ from }) => from === name)) continue
      found.push({ ...base, kind: 'extra', pointer: `/${name}`, witness: this.sample(made, true) })
    }
    for (const name of taken.flat.required) {
      const child = own.properties.get(name)
      if (!child || own.required.has(name) || target(child, this.made).default !== undefined) continue
      found.push({
        ...base,
        kind: 'optional',
        pointer: `/${name}`,
        witness: without(this.sample(made), name),
      })
    }
    return found
  }

  private isAlike(made: SchemaNode | undefined, taken: SchemaNode | undefined, depth: number): boolean {
    return made !== undefined && taken !== undefined && !this.gaps(made, taken, depth + 1).some(isHard)
  }

  private sample(made: Alternative, hasOptional = false): unknown {
    const { flat, type } = made
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
    return plainValue(node, this.made, hasOptional)
  }
}

function first(all: readonly Alternative[]): { taken?: Alternative } {
  const taken = all.find(({ type }) => type !== 'null') ?? all[0]
  return taken ? { taken } : {}
}

/** A node with content; a reference that leads nowhere says nothing. */
function target(node: SchemaNode, schemas: SchemaTable): SchemaNode {
  const isBare = node.$ref !== undefined && Object.keys(node).length === 1
  if (!isBare || !Object.hasOwn(schemas, nameOfRef(node.$ref ?? '') ?? '')) return node
  try {
    return resolveSchema(node, schemas)
  } catch {
    return {}
  }
}

function said({ unsaid: _, ...gap }: Gap): Gap {
  return gap
}

function below(step: string, gaps: readonly Gap[]): Gap[] {
  return gaps.map(gap => ({ ...gap, pointer: `/${step}${gap.pointer}` }))
}

/** An alternative that takes another kind of value altogether is further away than one that lacks a few fields. */
function weight(gaps: readonly Gap[]): number {
  const ofOne = (gap: Gap) => (gap.kind === 'many' ? 5000 : gap.kind === 'type' ? 1000 : 100)
  return gaps.reduce((sum, gap) => sum + (isHard(gap) ? ofOne(gap) : 1), 0)
}

function isSame(a: Gap, b: Gap): boolean {
  return a.kind === b.kind && a.pointer === b.pointer && a.name === b.name
}

function without(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}
