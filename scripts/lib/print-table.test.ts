import { expect, test } from 'vitest'
import { printTable } from './print-table'

test('a table has columns of one width, its numbers to the right', () =>
  expect(
    printTable([
      ['', 'bare'],
      ['first row', '7'],
    ]),
  ).toBe(['|           | bare |', '|-----------|-----:|', '| first row |    7 |'].join('\n')))
