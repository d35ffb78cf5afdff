import { expect, test } from 'vitest'
import { casesIn, testTitles } from './test-titles'

const source = `
// test('A01 in a comment', () => {})
describe('A02 a group', () => {
  test("A03 it's quoted otherwise", () => {})
  test.each([
    ['A04 a row', 1],
    { name: 'A05 a row by its name' },
  ])('%s', () => {})
  test.each(rows)(\`A06 \${name} it's
  a template\`, () => {})
})
test.skip('A07 left out', () => {})
describe.skip('A08 left out', () => {})
expect(page).toContain('of A09 in words')
test.each(
  rows,
)(
  'A10 written wide',
  () => {},
)
`

test('titles are those of tests, groups and rows, and not of what is skipped', () => {
  const found = testTitles(source).flatMap(casesIn)
  expect([...new Set(found)].sort()).toEqual(['A02', 'A03', 'A04', 'A05', 'A06', 'A10'])
})

test('a text that begins with a case is a row only where a title has a place for it', () => {
  expect(testTitles("test('plain', () => expect(['A01 a text']))")).toEqual(['plain'])
})

test('the cases of a sink are a title', () => {
  expect(testTitles("holdSink({ name: 'links', cases: 'X10 T07' })")).toEqual(['X10 T07'])
})

test('a title may name several cases; what only looks like one is none', () => {
  expect(casesIn('A01, G02 K03: text')).toEqual(['A01', 'G02', 'K03'])
  expect(casesIn('NOOP1 ASVS16 B01 A1 XA01')).toEqual([])
})
