import { Ajv2020 } from 'ajv/dist/2020'
import { fullFormats } from 'ajv-formats/dist/formats'
import { expect, test } from 'vitest'
import { annotationFormats, formatPattern, type StringFormat, stringFormats } from './formats'
import { isObject } from './json'
import { findIssues, matches } from './json-schema'
import { limitPatterns } from './pattern'
import { makeSampler } from './sampler'
import type { SchemaNode } from './schema-node'
import { findMismatches } from './validator/mismatches'
import { loadTorture, operationIn } from './validator/test-exchanges'

// A check of the drift package, in the same worker, leaves its limit behind.
limitPatterns(plainly => plainly)

function published(format: StringFormat, text: string): boolean {
  const rule: unknown = fullFormats[format]
  if (rule instanceof RegExp) return rule.test(text)
  if (typeof rule === 'function') return Boolean(rule(text))
  return (rule as { validate: (text: string) => boolean }).validate(text)
}

test.each<[StringFormat, string, boolean]>([
  ['date-time', '2026-01-01T01:00:00Z', true],
  ['date-time', '2026-01-01T01:00:00.123456+03:00', true],
  ['date-time', '2024-02-29T23:59:59-11:30', true],
  ['date-time', '2026-01-01T01:00:00', false],
  ['date-time', '2026-13-01T01:00:00Z', false],
  ['date-time', '2026-01-01T24:00:00Z', false],
  ['date-time', '1767225600', false],
  ['date', '2026-12-31', true],
  ['date', '2000-02-29', true],
  ['date', '1900-02-29', false],
  ['date', '2026-02-29', false],
  ['date', '2026-04-31', false],
  ['email', 'anna-1@example.com', true],
  ['email', 'a.b+c@sub.example.org', true],
  ['email', 'anna@', false],
  ['email', 'an na@example.com', false],
  ['email', 'a..b@example.com', false],
  ['hostname', 'lab-1.example.net', true],
  ['hostname', '-lab.example.net', false],
  ['hostname', 'lab_1.example.net', false],
  ['ipv4', '192.0.2.255', true],
  ['ipv4', '192.0.2.256', false],
  ['ipv4', '192.0.2', false],
  ['uri', 'https://example.org/a?b=c#d', true],
  ['uri', 'wss://example.org/terminal', true],
  ['uri', '/relative', false],
  ['uri', 'https://example.org/a b', false],
  ['uri', 'https://example.org/%D0%B0', true],
  ['uri', 'https://example.org/100%', false],
  ['uri-reference', '/files/1', true],
  ['uri-reference', 'a b', false],
  ['uri-reference', '/files/100%25.pdf', true],
  ['uri-reference', '/files/a%zz', false],
  ['uuid', '8c9a3a1e-55c1-4b5e-9c1f-0d8f3b5d9e10', true],
  ['uuid', '8c9a3a1e55c14b5e9c1f0d8f3b5d9e10', false],
])('%s %s: %s, like the published formats', (format, text, isValid) => {
  expect(formatPattern(format)?.test(text)).toBe(isValid)
  expect(published(format, text)).toBe(isValid)
})

test('an email may be internationalized, unlike the published format', () => {
  expect(formatPattern('email')?.test('анна@пример.рф')).toBe(true)
  expect(published('email', 'анна@пример.рф')).toBe(false)
})

test('a date-time with a space instead of T is invalid, unlike the published format', () => {
  expect(formatPattern('date-time')?.test('2026-01-01 01:00:00Z')).toBe(false)
})

test('every day of 800 years is validated like the published format', () => {
  const ours = formatPattern('date')
  for (let year = 1600; year < 2400; year += 1) {
    for (const day of ['02-28', '02-29', '02-30', '04-31', '12-31', '00-10', '06-00']) {
      const text = `${year}-${day}`
      expect(ours?.test(text), text).toBe(published('date', text))
    }
  }
})

test.each<[limit: SchemaNode, valid: unknown[], invalid: unknown[]]>([
  [{ minimum: 2 }, [2, 3], [1.9]],
  [{ maximum: 2 }, [2, 1], [2.1]],
  [{ exclusiveMinimum: 2 }, [2.1], [2, 1]],
  [{ exclusiveMaximum: 2 }, [1.9], [2, 3]],
  [{ minimum: 0, exclusiveMinimum: 0 }, [0.1], [0, -1]],
  [{ allOf: [{ minimum: 1 }, { minimum: 3 }] }, [3], [2]],
  [{ allOf: [{ maxLength: 3 }, { maxLength: 1 }] }, ['a'], ['ab']],
  [{ multipleOf: 0.5 }, [1.5, 0], [1.2]],
  [{ minLength: 2 }, ['ab', '🔑🔑'], ['a', '🔑', '']],
  [{ maxLength: 2 }, ['ab', '🔑🔑', ''], ['abc']],
  [{ minItems: 2 }, [[1, 1]], [[1], []]],
  [{ maxItems: 2 }, [[1, 1], []], [[1, 1, 1]]],
  [{ uniqueItems: true }, [[1, 2], []], [[1, 2, 1]]],
  [{ minProperties: 1 }, [{ a: null }], [{}]],
  [{ maxProperties: 1, additionalProperties: {} }, [{ a: 1 }, {}], [{ a: 1, b: 1 }]],
])('the limit %j holds for %j and not for %j, also where differences are listed', (limit, valid, invalid) => {
  for (const value of [...valid, ...invalid]) {
    const isValid = valid.includes(value)
    expect(matches(limit, value, {}), JSON.stringify(value)).toBe(isValid)
    const found = findMismatches(limit, value, {}).map(({ driftId }) => driftId)
    expect(found, JSON.stringify(value)).toEqual(isValid ? [] : ['DR36'])
  }
})

const torture = loadTorture()
const { body, responses } = operationIn(torture, 'changeThing')
const answer = (status: number) => responses.find(one => one.status === status)?.schema ?? {}

test.each([
  [{ label: 'new' }, []],
  [{ label: null }, []],
  [{}, [' minProperties']],
  [{ label: 'a b' }, ['/label pattern']],
  [{ visible: 'yes' }, ['/visible type']],
  [{ visible: true, other: 1 }, ['/other additionalProperties']],
])('names the place and the keyword of each issue in %j', (value, expected) => {
  const issues = findIssues(body?.schema ?? {}, value, torture.schemas)
  expect(issues.map(({ path, keyword }) => `${path.map(part => `/${part}`).join('')} ${keyword}`)).toEqual(
    expected,
  )
})

test.each([
  [403, { detail: 'locked' }, true],
  [403, { detail: 'too long' }, false],
  [200, { id: 1, score: 9, label: 'flag' }, true],
  [200, { id: 1, score: 9.5, label: 'flag' }, false],
  [200, { id: 1, score: 9, label: 'long label' }, false],
  [200, { id: 1, score: 9, label: 'long label', extra: 'x' }, true],
  [200, { id: 1, score: 9, label: 'long label', extra: 'too long' }, false],
])('the answer %i %j is valid: %s', (status, value, isValid) => {
  expect(matches(answer(status), value, torture.schemas)).toBe(isValid)
})

const ajv = new Ajv2020({ strict: false, validateSchema: false, formats: stringFormats })
for (const name of annotationFormats) ajv.addFormat(name, true)
ajv.addSchema({ $id: 'contract', components: { schemas: torture.schemas } })

const sampleOf = makeSampler(torture.schemas)
const plain = [null, true, 0, 1, 1.5, -1, 50, '', 'a', 'red', '2026-01-01', [], {}, ['a', 'a'], [1, 2]]

/** The value, and copies of it in which one property is missing or another value. */
function variantsOf(value: unknown): unknown[] {
  if (!isObject(value)) return [value]
  const others = Object.keys(value).flatMap(name => [
    Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
    ...[...plain, ...variantsOf(value[name])].map(other => ({ ...value, [name]: other })),
  ])
  return [value, { ...value, extra: 'x' }, ...others]
}

test.each(Object.keys(torture.schemas))('%s is judged as by a published validator', name => {
  const node = { $ref: `#/components/schemas/${name}` }
  const validate = ajv.compile({ $ref: `contract${node.$ref}` })
  const samples = Array.from({ length: 5 }, (_, seed) => sampleOf(node, seed))
  const values = [...plain, ...samples.flatMap(variantsOf)]
  const published = values.map(value => validate(value))
  // One list for all: a message for each of so many values takes longer than the validators.
  const others = values.filter((value, at) => matches(node, value, torture.schemas) !== published[at])
  expect(others).toEqual([])
  expect(published).toContain(true)
})
