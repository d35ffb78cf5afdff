import { expect, test } from 'vitest'
import { plainParts } from './plain-parts'

test.each<[string, string, number]>([
  ['nothing', '', 0],
  ['a short text', 'one\ntwo', 1],
  ['lines', 'a line of a log!\n'.repeat(1000), 5],
  ['a paragraph without lines', 'word '.repeat(2000), 3],
  ['a word without spaces', 'x'.repeat(9000), 3],
  ['characters of two halves', `x${'🦀'.repeat(4000)}`, 3],
])('M01 %s is cut into parts that are the text together', (_, text, count) => {
  const parts = plainParts(text)
  expect(parts.join('')).toBe(text)
  expect(parts).toHaveLength(count)
  expect(parts.filter(part => part.length > 4000 || /[\ud800-\udbff]$/.test(part))).toEqual([])
})

test('M01 a part ends with its line', () => {
  const parts = plainParts('a line of a log\n'.repeat(1000))
  expect(parts.filter(part => !part.endsWith('\n'))).toEqual([])
})
