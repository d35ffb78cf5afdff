import { describe, expect, test } from 'vitest'
import { filled, readChoice, readNumber, readSwitch, readText } from './search-params'

/** Parses a typed URL like the router. */
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
    expect(readChoice(value, ['open', 'ended'])).toBe(read)
  })

  test.each<[unknown, unknown]>([
    ['web', 'web'],
    [42, '42'],
    [true, 'true'],
    [false, 'false'],
    [0, '0'],
    ['', undefined],
    ['x'.repeat(101), 'x'.repeat(100)],
    ...oddities.filter(([value]) => typeof value !== 'number'),
  ])('the text of %j is %j', (value, read) => {
    expect(readText(value)).toBe(read)
  })

  test.each<[unknown, unknown]>([
    [true, true],
    [1, true],
    ['true', true],
    [false, undefined],
    [0, undefined],
    ['1', undefined],
    ['false', undefined],
    ...oddities,
  ])('the switch of %j is %j', (value, read) => {
    expect(readSwitch(value)).toBe(read)
  })

  test.each<[unknown, unknown]>([
    [1, 1],
    [2048, 2048],
    [0, undefined],
    [-1, undefined],
    [1.5, undefined],
    [2 ** 53, undefined],
    ['1', undefined],
    ...oddities,
  ])('the number of %j is %j', (value, read) => {
    expect(readNumber(value)).toBe(read)
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
