import { patternSampler } from '../../../lib/sample-pattern'
import { resolveSchema, type SchemaNode, type SchemaTable, typesOf } from '../../../lib/schema-node'
import { createRandom, type Seed } from '../../../lib/seeded-random'

export type BoundaryValue = {
  readonly name: string
  readonly value: unknown
  readonly driftId: 'DR13' | 'DR14' | 'DR15'
}

const MAX_TEXT_LENGTH = 4096

/** Valid texts: the shortest, the longest, and one with every kind of character that the pattern allows. */
export function validBoundaries(node: SchemaNode, schemas: SchemaTable, seed: Seed): BoundaryValue[] {
  const schema = resolveSchema(node, schemas)
  if (!typesOf(schema)?.includes('string') || schema.enum) return []
  const { minLength = 1, maxLength, pattern, format } = schema
  if (format === 'email') {
    if (maxLength === undefined) return []
    return [{ name: 'the longest', value: longEmail(maxLength), driftId: 'DR14' }]
  }
  const text = textOf(pattern, seed)
  const boundaries: BoundaryValue[] = [{ name: 'the shortest', value: text(minLength), driftId: 'DR15' }]
  if (maxLength !== undefined && maxLength <= MAX_TEXT_LENGTH)
    boundaries.push({ name: 'the longest', value: text(maxLength), driftId: 'DR14' })
  if (pattern !== undefined)
    boundaries.push({
      name: 'every sort of character',
      value: characters(pattern, minLength),
      driftId: 'DR13',
    })
  return boundaries
}

export function invalidValues(node: SchemaNode, schemas: SchemaTable): { name: string; value: unknown }[] {
  const schema = resolveSchema(node, schemas)
  const types = typesOf(schema) ?? []
  const wrong: { name: string; value: unknown }[] = []
  if (types.includes('string')) {
    const { minLength = 0, maxLength, pattern, format } = schema
    wrong.push({ name: 'a list', value: ['a'] })
    if (minLength > 0 && format !== 'email')
      wrong.push({ name: 'too short', value: 'x'.repeat(minLength - 1) })
    if (maxLength !== undefined && maxLength <= MAX_TEXT_LENGTH && format !== 'email')
      wrong.push({ name: 'too long', value: 'x'.repeat(maxLength + 1) })
    if (pattern !== undefined) wrong.push({ name: 'against its pattern', value: `no ${'good! '.repeat(4)}` })
    if (format === 'email') {
      wrong.push({ name: 'no address', value: 'nobody' })
      if (maxLength !== undefined) wrong.push({ name: 'too long', value: longEmail(maxLength + 1) })
    }
  }
  if (types.includes('boolean')) wrong.push({ name: 'a word', value: 'perhaps' })
  if (types.includes('array')) wrong.push({ name: 'a text', value: 'x' }, ...lists(schema))
  if (types.includes('integer')) {
    wrong.push({ name: 'a word', value: 'x' })
    if (schema.minimum !== undefined) wrong.push({ name: 'too small', value: schema.minimum - 1 })
    if (schema.maximum !== undefined) wrong.push({ name: 'too large', value: schema.maximum + 1 })
  }
  return wrong
}

function lists({ minItems, maxItems }: SchemaNode): { name: string; value: unknown }[] {
  return [
    ...(minItems === undefined ? [] : [{ name: 'too short', value: Array(minItems - 1).fill('x') }]),
    ...(maxItems === undefined ? [] : [{ name: 'too long', value: Array(maxItems + 1).fill('x') }]),
  ]
}

function textOf(pattern: string | undefined, seed: Seed): (length: number) => string {
  return length => {
    if (pattern === undefined) return `${seed}`.padEnd(length, 'x').slice(0, length)
    // Most patterns allow letters; otherwise a sample of the pattern is used.
    const plain = 'x'.repeat(length)
    return new RegExp(pattern, 'u').test(plain) ? plain : patternSampler(pattern)(createRandom(seed), length)
  }
}

const CHARACTER_SAMPLES = 'aZ9_-яЁé'

function characters(pattern: string, minLength: number): string {
  const test = new RegExp(pattern, 'u')
  const able = Array.from(CHARACTER_SAMPLES)
    .filter(char => test.test(char))
    .join('')
  return able.repeat(Math.ceil(minLength / Math.max(1, able.length)) || 1)
}

function longEmail(length: number): string {
  const end = '.example.com'
  const start = `${'n'.repeat(60)}@`
  const labels: string[] = []
  for (let left = length - start.length - end.length; left > 0; left -= 61)
    labels.push('d'.repeat(Math.min(60, left)))
  const domain = labels
    .join('.')
    .slice(0, length - start.length - end.length)
    .replace(/\.$/, 'd')
  return start + domain + end
}
