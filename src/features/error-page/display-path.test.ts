import { expect, test } from 'vitest'
import { toDisplayPath } from './display-path'

test.each([
  ['/nowhere', '/nowhere'],
  ['/%D0%B3%D1%80%D1%83%D0%BF%D0%BF%D1%8B', '/группы'],
  ['/group/%E0%A4%A', '/group/�%A'],
  ['/%3Cimg%20src=x%3E', '/<img src=x>'],
  ['/%E2%80%AEgpj.exe', '/�gpj.exe'],
  ['/a%00%0D%0Ab%E2%80%8Bc', '/a���b�c'],
  [`/${'a'.repeat(80)}`, `/${'a'.repeat(79)}…`],
  [`/${'%F0%9F%9A%A9'.repeat(100)}`, `/${'🚩'.repeat(79)}…`],
])('displays %.40s', (path, shown) => {
  expect(toDisplayPath(path)).toBe(shown)
  expect(Array.from(toDisplayPath(path)).length).toBeLessThanOrEqual(81)
})

test('cuts a path of a megabyte before decoding it', () => {
  expect(toDisplayPath(`/${'%41'.repeat(1_000_000)}`)).toBe(`/${'A'.repeat(79)}…`)
})
