import { Ajv2020 } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { expect, onTestFinished, test, vi } from 'vitest'
import { matches } from './json-schema'
import { patternSampler } from './sample-text'
import { makeResponseSampler, makeSampler } from './sampler'
import { refTo, type SchemaNode } from './schema-node'
import { createRandom, hash } from './seeded-random'
import { loadTorture } from './validator/test-exchanges'

// An independent validator: the whole document, the published formats.
const contract = loadTorture()
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(contract.document, 'contract')

function compile(schema: SchemaNode) {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"contract#/components')
  return ajv.compile(JSON.parse(text) as object)
}

function expectValid(check: ReturnType<typeof compile>, value: unknown): void {
  if (!check(value)) expect.fail(`${ajv.errorsText(check.errors)} in ${JSON.stringify(value)}`)
}

const sample = makeSampler(contract.schemas)
const names = Object.keys(contract.schemas)

test.each(names)('W02 300 samples of %s are valid', name => {
  const schema = { $ref: refTo(name) }
  const check = compile(schema)
  for (let seed = 0; seed < 300; seed++) {
    const value = sample(schema, seed)
    expectValid(check, value)
    expect(matches(schema, value, contract.schemas)).toBe(true)
  }
})

const answers = contract.operations.flatMap(({ operationId, responses }) =>
  responses.map(response => ({ operationId, ...response })),
)

test.each(answers)(
  'W02 200 samples of $operationId $status are valid',
  ({ operationId, status, kind, schema }) => {
    const sampleAnswer = makeResponseSampler(contract.operations, sample)
    const check = compile(schema ?? {})
    for (let seed = 0; seed < 200; seed++) {
      const value = sampleAnswer(operationId, status, seed)
      if (kind === 'empty') expect(value).toBeUndefined()
      else if (kind === 'binary') expect(value).toBeInstanceOf(Uint8Array)
      else expectValid(check, value)
    }
  },
)

test('samples show the variety that a schema allows', () => {
  const values = Array.from(
    { length: 200 },
    (_, seed) => sample({ $ref: refTo('Formats') }, seed) as { maybe: unknown },
  )
  expect(values.some(value => value.maybe === null)).toBe(true)
  expect(new Set(values.map(value => JSON.stringify(value))).size).toBe(200)
  const kinds = Array.from(
    { length: 50 },
    (_, seed) => (sample({ $ref: refTo('Shape') }, seed) as { kind: string }).kind,
  )
  expect(new Set(kinds)).toEqual(new Set(['circle', 'square']))
})

test('W06 equal seeds give equal bytes, whatever was sampled before and on any day and in any time zone', () => {
  const calls = names.flatMap(name => ['a', 'b', 7].map(seed => ({ name, seed })))
  const run = (order: typeof calls) =>
    new Map(
      order.map(({ name, seed }) => [`${name} ${seed}`, JSON.stringify(sample({ $ref: refTo(name) }, seed))]),
    )
  const first = [...run(calls)].sort()
  const zone = process.env.TZ
  onTestFinished(() => {
    vi.useRealTimers()
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  for (const [day, TZ] of [
    ['2024-02-29T23:59:59Z', 'Pacific/Kiritimati'],
    ['2031-12-31T12:00:00Z', 'America/St_Johns'],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(day) })
    process.env.TZ = TZ
    expect([...run(createRandom('order', day).shuffle(calls))].sort()).toEqual(first)
  }
})

test('dates lie around the given moment and nothing depends on the real clock', () => {
  const now = Date.UTC(2031, 4, 5)
  const node: SchemaNode = { type: 'string', format: 'date-time' }
  for (let seed = 0; seed < 50; seed++) {
    const moment = Date.parse(String(sample(node, seed, { now })))
    expect(Math.abs(moment - now)).toBeLessThanOrEqual(60 * 86_400_000)
    expect(sample(node, seed)).toMatch(/^202[56]-/)
  }
})

test('optional properties can be asked for or left out', () => {
  const schema: SchemaNode = { type: 'object', properties: { first_name: { type: 'string' } } }
  expect(sample(schema, 1, { optional: 0 })).toEqual({})
  expect(sample(schema, 1, { optional: 1 })).toHaveProperty('first_name')
})

test.each<[string, SchemaNode]>([
  ['an impossible allOf', { allOf: [{ type: 'string' }, { type: 'integer' }] }],
  ['an impossible pattern', { type: 'string', pattern: '^a$', minLength: 2 }],
  ['an empty range', { type: 'integer', minimum: 5, maximum: 4 }],
  ['too few different items', { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'boolean' } }],
])('%s throws instead of producing an invalid sample', (_, schema) => {
  expect(() => sample(schema, 1)).toThrow(RangeError)
})

test('an undocumented response throws', () => {
  const sampleAnswer = makeResponseSampler(contract.operations, sample)
  expect(() => sampleAnswer('readNotes', 418, 1)).toThrow(
    'The contract documents no answer 418 of readNotes.',
  )
})

test.each([
  '^[A-Z]{3}$',
  '^(?:cat|dog(?:gy){0,2}|\\d{2,4})$',
  '^\\p{Lu}\\p{L}*$',
  '^[А-Яа-яЁё]+$',
  '^[^\\s@]+@[^\\s@]+\\.[a-z]{2,3}$',
  '^\\u0041\\x42\\u{43}\\t\\.$',
  '^[\\]\\-\\\\]{4}$',
  '^a{2}b{1,}c?d*e+?$',
  '^(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])$',
  '^🚩{2}$',
  '^.{5}$',
  '^[\\u{1F680}-\\u{1F6FF}]$',
])('every sample for %s matches it', pattern => {
  const make = patternSampler(pattern)
  const random = createRandom(pattern)
  const test = new RegExp(pattern, 'u')
  for (let round = 0; round < 200; round++) {
    const text = make(random, round % 9)
    expect(test.test(text), text).toBe(true)
  }
})

test('anchors and lookarounds produce nothing', () => {
  expect(patternSampler('^(?=x)(?!y)(?<=z)\\ba\\B$')(createRandom(1), 3)).toBe('a')
})

test('rejects back references and impossible classes', () => {
  expect(() => patternSampler('(a)\\1')).toThrow('back reference')
  expect(() => patternSampler('[^\\s\\S]')).toThrow('No character fits')
})

test('equal seeds give equal sequences and other seeds give others', () => {
  const draw = (seed: string) => {
    const random = createRandom(seed, 7)
    return Array.from({ length: 20 }, () => random.int(0, 1_000_000))
  }
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
})

test('the hash separates parts, distinguishes numbers from strings and never changes', () => {
  expect(hash('ab', 'c')).not.toBe(hash('a', 'bc'))
  expect(hash(1)).not.toBe(hash('1'))
  expect(hash('Флагман', 1)).toBe(2_608_054_320)
})

test('whole numbers cover their range evenly and stay inside', () => {
  const random = createRandom('range')
  const counts = new Map<number, number>()
  for (let index = 0; index < 6000; index++) {
    const value = random.int(-1, 4)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  expect([...counts.keys()].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2, 3, 4])
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150)
})

test('shuffles a copy with every item', () => {
  const items = [1, 2, 3, 4, 5, 6, 7, 8]
  const shuffled = createRandom(3).shuffle(items)
  expect(items).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(shuffled).not.toEqual(items)
  expect([...shuffled].sort()).toEqual(items)
})

test('throws when it picks from an empty list', () => {
  expect(() => createRandom(1).pick([])).toThrow('nothing to pick')
})
