import { expect, test } from 'vitest'
import { parseCount } from './parse-count'

test.each([
  [0, 0],
  [7, 7],
  [2.5, 2.5],
  ['0', 0],
  ['100', 100],
  ['999999999999999', 999_999_999_999_999],
  ['1000000000000000', null],
  ['', null],
  [' 1', null],
  ['1 ', null],
  ['1e3', null],
  ['-1', null],
  ['0x10', null],
  [-1, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [null, null],
  [undefined, null],
  [true, null],
  [['7'], null],
  [{}, null],
])('%j is the count %j', (value, count) => {
  expect(parseCount(value)).toBe(count)
})
