import { expect, test } from 'vitest'
import { shortcutTable } from './shortcuts'

test('no key of one page stands also everywhere, and each is one that a press can mean', () => {
  const rows = Object.values(shortcutTable)
  const keysOf = (scope: string) => rows.filter(row => row.scope === scope).map(({ key }) => key)
  expect(keysOf('page').filter(key => keysOf('everywhere').includes(key))).toEqual([])
  expect(rows.filter(({ key }) => !/^[a-z?/[,.]$/.test(key))).toEqual([])
})
