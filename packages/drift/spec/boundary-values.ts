import { formatPattern } from '../../contract/formats'
import { matches } from '../../contract/json-schema'
import { fitsPattern } from '../../contract/pattern'
import { patternSampler } from '../../contract/sample-text'
import type { FlatSchema, SchemaNode, SchemaTable } from '../../contract/schema-node'
import { createRandom } from '../../contract/seeded-random'
import { type Alternative, getAlternatives } from './alternatives'

/** Below this depth optional properties and list items are left out, so that recursive schemas end. */
const MAX_DEPTH = 5

/** Schemas that contain each other several times would have samples without end. */
const MAX_NODES = 20_000
let nodes = 0

export function plainValue(node: SchemaNode, schemas: SchemaTable, hasOptional = false, depth = 0): unknown {
  nodes = depth === 0 ? 0 : nodes + 1
  if (nodes > MAX_NODES) return undefined
  const alternatives = getAlternatives(node, schemas)
  const preferred = [...alternatives].sort((a, b) => Number(a.type === 'null') - Number(b.type === 'null'))
  for (const alternative of preferred) {
    const value = toPlain(alternative, schemas, hasOptional, depth)
    if (value !== undefined && (alternatives.length === 1 || matches(node, value, schemas))) return value
  }
  return undefined
}

function toPlain(
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

const ofFormat: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-01-01T01:00:00Z', '2026-06-30T23:59:59.123456+03:00'],
  date: ['2026-01-01'],
  email: ['anna.orlova@example.com', 'a+b@example.org'],
  hostname: ['lab-1.example.net'],
  ipv4: ['192.0.2.1'],
  uri: ['https://example.org/a?b=c', 'http://localhost:8000/', 'ftp://example.org/a'],
  'uri-reference': ['/files/1', 'https://example.org/a'],
  uuid: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
}

const plain = ['text', 'abcdefgh-1', '1', '']
/** Characters that narrow patterns often reject. */
const characters = Array.from('aZ0жЯß漢_-.,:;!?@#$%^&*()+=/\\|<>[]{}\'"`~ \n🚩')
/** Longer texts prove no more and cost too much. */
export const MAX_TEXT_LENGTH = 20_000

/** Texts at the limits: plain, shortest, longest, with every allowed character. */
export function boundaryTexts(flat: FlatSchema, sizes: readonly number[] = []): string[] {
  const { minLength = 0, maxLength } = flat.limits
  const sampled = fromPatterns(flat)
  const seeds = flat.formats.flatMap(format => ofFormat[format] ?? [])
  const start = (seeds.length > 0 ? seeds : [...plain, ...sampled]).filter(text => isAllowed(flat, text))
  const some = start[0] ?? seeds[0] ?? sampled[0] ?? 'text'
  const stretched = [minLength, maxLength ?? 300, ...sizes]
    .filter(size => size <= MAX_TEXT_LENGTH)
    .map(size => resized(some, size, flat.formats))
  const varied = seeds.length > 0 ? [] : ofAllCharacters(flat, some)
  const initial = seeds.length > 0 ? start : start.slice(0, 1)
  return [...new Set([...initial, ...[...stretched, ...varied].filter(text => isAllowed(flat, text))])]
}

function isAllowed(flat: FlatSchema, text: string): boolean {
  const length = Array.from(text).length
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = flat.limits
  return (
    length >= minLength &&
    length <= maxLength &&
    flat.patterns.every(pattern => fitsPattern(pattern, text)) &&
    flat.formats.every(format => formatPattern(format)?.test(text) ?? true)
  )
}

/** One text of all allowed characters; several if they cannot be combined. */
function ofAllCharacters(flat: FlatSchema, some: string): string[] {
  const head = some.slice(0, -1)
  const single = characters.map(one => head + one).filter(text => isAllowed(flat, text))
  const { minLength = 0, maxLength = characters.length + minLength } = flat.limits
  const all = single.map(text => text.slice(head.length)).join('')
  const cut = Array.from(all).slice(0, maxLength).join('')
  const whole = Array.from(cut).length < minLength ? resized(cut, minLength, []) : cut
  return isAllowed(flat, whole) ? [whole] : single
}

function fromPatterns(flat: FlatSchema): string[] {
  return flat.patterns.flatMap(pattern => {
    try {
      const sample = patternSampler(pattern)
      return [0, 1, 4, Math.min(flat.limits.minLength ?? 0, 500)].map(reach =>
        sample(createRandom('boundary', pattern, reach), reach),
      )
    } catch {
      // Patterns that cannot be sampled, for example with back references, give no texts.
      return []
    }
  })
}

function resized(text: string, size: number, formats: readonly string[]): string {
  const all = Array.from(text)
  if (formats.includes('email')) return getEmail(size)
  if (all.length >= size) return all.slice(0, size).join('')
  const filler = all.findLast(one => /[\p{L}\d]/u.test(one)) ?? 'a'
  return text + filler.repeat(size - all.length)
}

/** The domain grows, since the local part is limited to 64 characters. */
function getEmail(size: number): string {
  const start = 'anna@'
  const end = '.com'
  let domain = 'a'
  while (start.length + domain.length + end.length < size) {
    const room = size - start.length - domain.length - end.length
    const isFull = domain.length % 61 === 60 && room > 1
    domain += isFull ? '.' : 'a'
  }
  return start + domain + end
}
