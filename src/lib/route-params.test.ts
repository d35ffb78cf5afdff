import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCode, parseId } from './route-params'

const hostile = [
  '..',
  '.',
  '%2e%2e',
  'a/b',
  '%00',
  '\u0000',
  '\ud800',
  'x'.repeat(10_240),
  '__proto__',
  'constructor',
  'toString',
  'a\\b',
  ' 1',
  '1 ',
  '1\n',
  '',
  '../statuses',
  'a?b',
  'a#b',
  'a%2fb',
  '\u202e1',
  'ключ',
  '.hidden',
]

describe('G09 parameters that must not reach an API path', () => {
  test.each(hostile)('%.30j is neither an id nor a code', value => {
    expect(parseId(value)).toBeNull()
    expect(parseCode(value)).toBeNull()
  })

  test.each([
    '0',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x10',
    '2147483648',
    '99999999999999999999',
    '١',
    'Infinity',
    'NaN',
  ])('%s is not an id', value => expect(parseId(value)).toBeNull())

  test('only strings are accepted', () => {
    for (const value of [1, null, undefined, ['1'], { toString: () => '1' }]) {
      expect(parseId(value)).toBeNull()
      expect(parseCode(value)).toBeNull()
    }
  })
})

test('accepts every id of the contract and nothing else', () => {
  expect(parseId('2147483647')).toBe(2147483647)
  const ids = fc.property(fc.integer({ min: 1, max: 2147483647 }), id => parseId(String(id)) === id)
  fc.assert(ids, { seed: 9 })
  const texts = fc.property(fc.string({ unit: 'binary' }), text => {
    const id = parseId(text)
    return id === null || String(id) === text
  })
  fc.assert(texts, { seed: 9, numRuns: 5000 })
})

test('a code does not change in a path', () => {
  for (const code of ['OSEN-2026', '-_aZ09', 'a.b_c', 'x'.repeat(128)]) expect(parseCode(code)).toBe(code)
  const property = fc.property(fc.string({ unit: 'binary' }), text => {
    const code = parseCode(text)
    return code === null || new URL(`https://a.b/api/${encodeURIComponent(code)}`).pathname === `/api/${code}`
  })
  fc.assert(property, { seed: 9, numRuns: 5000 })
})
