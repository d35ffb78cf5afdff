import { expect, test } from 'vitest'
import { shortcutTable } from './shortcuts'

test('page keys differ from global ones, and each key can be typed', () => {
  const rows = Object.values(shortcutTable)
  const keysOf = (scope: string) => rows.filter(row => row.scope === scope).map(({ key }) => key)
  expect(keysOf('page').filter(key => keysOf('everywhere').includes(key))).toEqual([])
  expect(rows.filter(({ key }) => !/^[a-z?/[,.]$/.test(key))).toEqual([])
})
