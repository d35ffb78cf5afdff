import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCode, parseId, trimCode } from './route-params'
import {
  choice,
  createSearchParser,
  filled,
  parseSearch,
  positiveInteger,
  stringifySearch,
  text,
  toggle,
} from './search-params'
import { consumeUrlSecrets, type SecretName } from './url-secrets'

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

const oddities = [undefined, null, {}, [], ['open'], { q: 1 }, Number.NaN].map(
  (value): [unknown, unknown] => [value, undefined],
)

describe('parsing search parameters', () => {
  test.each<[unknown, unknown]>([
    ['open', 'open'],
    ['ended', 'ended'],
    ['OPEN', undefined],
    ['constructor', undefined],
    ['', undefined],
    ...oddities,
  ])('the choice of %j is %j', (value, read) => {
    expect(choice(['open', 'ended'])(value)).toBe(read)
  })

  test.each<[unknown, unknown]>([
    ['web', 'web'],
    ['42', '42'],
    ['', undefined],
    ['x'.repeat(101), 'x'.repeat(100)],
    [42, undefined],
    ...oddities,
  ])('the text of %j is %j', (value, read) => {
    expect(text(value)).toBe(read)
  })

  test.each<[unknown, unknown]>([
    [true, true],
    ['true', true],
    ['1', true],
    [false, undefined],
    ['0', undefined],
    ['false', undefined],
    ...oddities,
  ])('the switch of %j is %j', (value, read) => {
    expect(toggle(value)).toBe(read)
  })

  test.each<[unknown, unknown]>([
    [1, 1],
    ['2048', 2048],
    ['0', undefined],
    [-1, undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    [2 ** 53, undefined],
    ...oddities,
  ])('the number of %j is %j', (value, read) => {
    expect(positiveInteger(value)).toBe(read)
  })

  test.each([
    '24E7',
    '9e99',
    '00420',
    '884213907755318642',
    'null',
    'true',
    '{"a":1}',
    '"quoted"',
    'a b&c=d+%41',
    'ключ',
  ])('the router reads %s character by character', value => {
    expect(parseSearch(`?invite=${encodeURIComponent(value)}&q=1`)).toEqual({ invite: value, q: '1' })
    expect(parseSearch(stringifySearch({ invite: value, gone: undefined }))).toEqual({ invite: value })
  })

  test('of a repeated parameter the first counts, and no name changes the prototype', () => {
    expect(parseSearch('?q=a&q=b&__proto__=x')).toEqual({ q: 'a' })
    expect(stringifySearch({})).toBe('')
  })

  test('an invalid value is undefined, so that the raw one does not stay', () => {
    const parse = createSearchParser({ sort: choice(['name']), q: text })
    expect({ ...{ sort: '__proto__', q: ['a'] }, ...parse({ sort: '__proto__', q: ['a'] }) }).toEqual({
      sort: undefined,
      q: undefined,
    })
  })

  test('removes undefined values only', () => {
    const search = filled({ q: 'web', state: undefined, mine: true, page: 0 })
    expect(Object.entries(search)).toEqual([
      ['q', 'web'],
      ['mine', true],
      ['page', 0],
    ])
  })
})

const open = (href: string) => {
  const { pathname, search, hash } = new URL(href, 'http://localhost')
  const steps: string[] = []
  const arrival = consumeUrlSecrets({
    location: { pathname, search, hash },
    replace: path => steps.push(path),
    flush: () => steps.push('flush'),
  })
  return { arrival, steps }
}

describe('V02 removes a secret from the URL immediately', () => {
  test.each<[href: string, name: SecretName, value: string | null, path: string]>([
    ['/callback?code=abc', 'code', 'abc', '/callback'],
    ['/callback?error=access_denied&state=1', 'error', 'access_denied', '/callback'],
    ['/new-password?token=abc', 'token', 'abc', '/new-password'],
    ['/new-password/?token=abc', 'token', 'abc', '/new-password/'],
    ['/Callback?code=abc', 'code', 'abc', '/Callback'],
    // The router would parse these as numbers.
    ['/callback?code=12345678901234567890', 'code', '12345678901234567890', '/callback'],
    ['/callback?code=12e4', 'code', '12e4', '/callback'],
    ['/callback?code="x"', 'code', '"x"', '/callback'],
    ['/callback?code=a&code=b', 'code', 'a', '/callback'],
    ['/callback?code=', 'code', null, '/callback'],
    ['/callback?code', 'code', null, '/callback'],
    [`/callback?code=${'x'.repeat(2049)}`, 'code', null, '/callback'],
    ['/callback?token=abc', 'token', null, '/callback'],
    ['/new-password?code=abc', 'code', null, '/new-password'],
    ['/callback#code=abc', 'code', null, '/callback'],
    ['/callback?code=abc#state=1', 'code', 'abc', '/callback'],
    ['/new-password#token=abc', 'token', null, '/new-password'],
  ])('%.40s', (href, name, value, path) => {
    const { arrival, steps } = open(href)
    expect(arrival.peek(name)).toBe(value)
    expect(steps).toEqual([path, 'flush'])
  })
})

test.each([
  '/login?code=abc',
  '/?token=abc',
  '/group/1?code=1',
  '/callback',
  '/new-password',
  '/callback/x?code=1',
])('keeps %s', href => {
  const { arrival, steps } = open(href)
  expect(steps).toEqual([])
  expect([arrival.peek('code'), arrival.peek('token')]).toEqual([null, null])
})

test('a taken or forgotten value is gone', () => {
  const { arrival } = open('/callback?code=abc&error=no')
  expect(arrival.take('code')).toBe('abc')
  expect(arrival.take('code')).toBeNull()
  arrival.forget()
  expect(arrival.peek('error')).toBeNull()
})

test.each([
  ['OSEN\u20112026', 'OSEN-2026'],
  ['OSEN\u20132026', 'OSEN-2026'],
  ['\ufeffOSEN-2026\u200b', 'OSEN-2026'],
  ['«OSEN-2026».', 'OSEN-2026'],
])('the pasted code %j is %s', (pasted, code) => expect(trimCode(pasted)).toBe(code))
