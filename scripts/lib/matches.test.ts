import { fullFormats } from 'ajv-formats/dist/formats'
import { expect, test } from 'vitest'
import { formatPattern, matches, type StringFormat } from './matches'
import type { SchemaNode } from './schema-node'
import { findMismatches } from './validator/mismatches'

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
