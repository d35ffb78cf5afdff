import { en, Faker, ru } from '@faker-js/faker'
import { isEqual } from './json'
import { matches } from './json-schema'
import { getResponse, type Operation } from './operation'
import { sampleText } from './sample-text'
import {
  type FlatSchema,
  flattenSchema,
  type RankOf,
  rankSchemas,
  type SchemaNode,
  type SchemaTable,
  type SchemaType,
  withoutNull,
} from './schema-node'
import { createRandom, hash, type Random, type Seed } from './seeded-random'

export type SampleOptions = {
  /** The time around which dates are sampled, in milliseconds; the start of 2026 by default. */
  readonly now?: number
  /** The probability of optional properties, from 0 to 1; 0.7 by default. */
  readonly optional?: number
}

/** Any valid value of a schema; equal seeds and options give equal values, whatever was sampled before. */
export type Sampler = (schema: SchemaNode, seed: Seed, options?: SampleOptions) => unknown

const defaultNow = Date.UTC(2026, 0, 1)
/** At this depth samples take the shortest way to an end. */
const deepest = 6
/** At this many values too, so that wide recursion ends. */
const mostValues = 400
const mostAttempts = 60

/** Samples the schemas of one contract. The sampler throws a RangeError for a schema that it finds no value for. */
export function makeSampler(schemas: SchemaTable): Sampler {
  const getRank = rankSchemas(schemas)
  // One instance, seeded again for each sample: creating it takes longer than most samples.
  const faker = new Faker({ locale: [ru, en] })
  return (schema, seed, options = {}) => {
    const now = options.now ?? defaultNow
    faker.seed(hash('faker', seed))
    faker.setDefaultRefDate(now)
    const random = createRandom('sample', seed)
    const { optional = 0.7 } = options
    return sampleOnce({ schemas, getRank, random, faker, now, optional }, schema)
  }
}

type Settings = {
  readonly schemas: SchemaTable
  readonly getRank: RankOf
  readonly random: Random
  readonly faker: Faker
  readonly now: number
  readonly optional: number
}

function sampleOnce(settings: Settings, schema: SchemaNode): unknown {
  const { schemas, getRank, random, optional } = settings
  let values = 0

  function sample(node: SchemaNode, name: string, depth: number): unknown {
    values++
    // Only composed schemas can contradict themselves.
    const mayFail = node.oneOf !== undefined || node.anyOf !== undefined || node.allOf !== undefined
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const flat = flattenSchema(node, schemas, branches => choose(branches, depth))
      if (flat.types?.length === 0 || flat.values?.length === 0) continue
      const value = make(flat, name, depth)
      if (!mayFail || matches(node, value, schemas)) return value
    }
    throw new RangeError(`No value was found for the schema ${JSON.stringify(node).slice(0, 200)}.`)
  }

  function isDeep(depth: number): boolean {
    return depth >= deepest || values > mostValues
  }

  function choose(branches: readonly SchemaNode[], depth: number): SchemaNode {
    if (!isDeep(depth)) return random.pick(branches)
    const least = Math.min(...branches.map(getRank))
    return random.pick(branches.filter(branch => getRank(branch) === least))
  }

  function make(flat: FlatSchema, name: string, depth: number): unknown {
    if (flat.values) return random.pick(flat.values)
    const type = typeOf(flat, depth)
    if (type === 'null') return null
    if (type === 'boolean') return random.chance(0.5)
    if (type === 'string') return sampleText(flat, name, settings)
    if (type === 'array') return list(flat, name, depth)
    if (type === 'object') return object(flat, depth)
    return sampleNumber(withUsualRange(flat, name), type === 'integer', random)
  }

  function typeOf({ types, properties }: FlatSchema, depth: number): SchemaType {
    if (!types) return properties.size > 0 ? 'object' : 'string'
    const others = types.filter(type => type !== 'null')
    if (types.includes('null') && (others.length === 0 || isDeep(depth) || random.chance(0.15))) return 'null'
    return random.pick(others)
  }

  function list(flat: FlatSchema, name: string, depth: number): unknown[] {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = flat.limits
    const most = isDeep(depth) ? minItems : Math.min(maxItems, Math.max(minItems, 1) + 2)
    const length = random.int(minItems, most)
    const items: unknown[] = []
    const node = flat.items ?? {}
    for (let attempt = 0; items.length < length && attempt < length + mostAttempts; attempt++) {
      const item = sample(node, name, depth + 1)
      if (!flat.isUnique || !items.some(other => isEqual(other, item))) items.push(item)
    }
    if (items.length < minItems)
      throw new RangeError(`There are fewer than ${minItems} different items for "${name}".`)
    return items
  }

  function object(flat: FlatSchema, depth: number): Record<string, unknown> {
    const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = flat.limits
    const result: Record<string, unknown> = {}
    const required = [...flat.properties.keys()].filter(name => flat.required.has(name))
    let room = maxProperties - required.length
    for (const [name, node] of flat.properties) {
      const isWanted = !isDeep(depth) && room > 0 && random.chance(optional)
      if (!flat.required.has(name) && !isWanted) continue
      if (!flat.required.has(name)) room--
      // An unset optional property is omitted, which means the same as null.
      result[name] = sample(flat.required.has(name) ? node : withoutNull(node), name, depth + 1)
    }
    const extra = typeof flat.additional === 'object' ? flat.additional : undefined
    const wanted = extra && !isDeep(depth) ? random.int(0, Math.max(0, Math.min(3, room))) : 0
    const least = Math.max(minProperties, Object.keys(result).length + wanted)
    for (const [name, node] of flat.properties) {
      if (Object.keys(result).length >= minProperties || extra) break
      if (!Object.hasOwn(result, name)) result[name] = sample(node, name, depth + 1)
    }
    for (let index = 1; extra && Object.keys(result).length < least; index++) {
      result[`key_${index}`] = sample(extra, '', depth + 1)
    }
    return result
  }

  return sample(schema, '', 0)
}

/** Numbers within wide limits would be unrealistic; ids and amounts have usual sizes. */
function withUsualRange(flat: FlatSchema, name: string): FlatSchema {
  const { limits } = flat
  const isId = /(^|_)id$/.test(name)
  const least = Math.max(limits.minimum ?? limits.exclusiveMinimum ?? 0, isId ? 1 : Number.NEGATIVE_INFINITY)
  const usual = least + (isId ? 99_999 : name === 'size' ? 5_000_000 : 100)
  const most = Math.min(limits.maximum ?? usual, limits.exclusiveMaximum ?? usual)
  if (most < least) return flat
  const isWide = flat.multipleOf === undefined && most > usual
  return { ...flat, limits: { ...limits, minimum: least, maximum: isWide ? usual : most } }
}

const span = 100

/** A number within all limits, rounded to two decimals where they allow it. */
function sampleNumber(flat: FlatSchema, isInteger: boolean, random: Random): number {
  const { low, high } = getRange(flat)
  const step = flat.multipleOf ?? (isInteger ? 1 : 0.01)
  for (let attempt = 0; attempt < 40; attempt++) {
    const value = onGrid(low, high, step, random)
    if (value !== undefined && isInside(flat, value) && (!isInteger || Number.isInteger(value))) return value
  }
  const between = low + (high - low) * random.next()
  if (!isInteger && flat.multipleOf === undefined && isInside(flat, between)) return between
  throw new RangeError(`No number lies within the limits ${JSON.stringify(flat.limits)}.`)
}

function getRange({ limits }: FlatSchema): { low: number; high: number } {
  const least = Math.max(
    limits.minimum ?? Number.NEGATIVE_INFINITY,
    limits.exclusiveMinimum ?? Number.NEGATIVE_INFINITY,
  )
  const most = Math.min(
    limits.maximum ?? Number.POSITIVE_INFINITY,
    limits.exclusiveMaximum ?? Number.POSITIVE_INFINITY,
  )
  const low = Number.isFinite(least) ? least : Math.min(0, most - span)
  return { low, high: Number.isFinite(most) ? most : low + span }
}

function onGrid(low: number, high: number, step: number, random: Random): number | undefined {
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  if (last < first) return undefined
  const decimals = (String(step).split('.')[1] ?? '').length
  return Number((random.int(first, last) * step).toFixed(decimals))
}

function isInside({ limits, multipleOf }: FlatSchema, value: number): boolean {
  if (value < (limits.minimum ?? value) || value > (limits.maximum ?? value)) return false
  if (limits.exclusiveMinimum !== undefined && value <= limits.exclusiveMinimum) return false
  if (limits.exclusiveMaximum !== undefined && value >= limits.exclusiveMaximum) return false
  return multipleOf === undefined || Number.isInteger(value / multipleOf)
}

export type ResponseSampler = (
  operationId: string,
  status: number,
  seed: Seed,
  options?: SampleOptions,
) => unknown

/** Samples responses: JSON as data, text as a string, downloads as a Uint8Array, undefined for an empty one. */
export function makeResponseSampler(operations: readonly Operation[], sample: Sampler): ResponseSampler {
  const byId = new Map(operations.map(operation => [operation.operationId, operation]))
  return (operationId, status, seed, options) => {
    const operation = byId.get(operationId)
    const response = operation && getResponse(operation, status)
    if (!response) throw new RangeError(`The contract documents no answer ${status} of ${operationId}.`)
    const own = hash(operationId, status, seed)
    if (response.kind === 'empty') return undefined
    if (response.kind === 'binary') return sampleBytes(own)
    return sample(response.schema ?? {}, own, options)
  }
}

/** Not valid UTF-8, so that a client that reads a download as text fails. */
function sampleBytes(seed: Seed): Uint8Array<ArrayBuffer> {
  const random = createRandom('bytes', seed)
  const bytes = new Uint8Array(random.int(64, 256))
  for (let index = 0; index < bytes.length; index++) bytes[index] = random.int(0, 255)
  bytes.set([0x00, 0xff, 0xfe])
  return bytes
}
