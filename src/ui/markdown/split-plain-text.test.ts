import { expect, test } from 'vitest'
import { splitPlainText } from './markdown'

test.each<[string, string, number]>([
  ['nothing', '', 0],
  ['a short text', 'one\ntwo', 1],
  ['lines', 'a line of a log!\n'.repeat(1000), 5],
  ['a paragraph without lines', 'word '.repeat(2000), 3],
  ['a word without spaces', 'x'.repeat(9000), 3],
  ['surrogate pairs', `x${'🦀'.repeat(4000)}`, 3],
])('M01 %s is split into parts that join to the same text', (_, text, count) => {
  const parts = splitPlainText(text)
  expect(parts.join('')).toBe(text)
  expect(parts).toHaveLength(count)
  expect(parts.filter(part => part.length > 4000 || /[\ud800-\udbff]$/.test(part))).toEqual([])
})

test('M01 parts end at line breaks', () => {
  const parts = splitPlainText('a line of a log\n'.repeat(1000))
  expect(parts.filter(part => !part.endsWith('\n'))).toEqual([])
})
