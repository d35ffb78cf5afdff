import { describe, expect, test } from 'vitest'
import { cpuTime } from '../test/cpu-time'
import { isolateBidi } from './safe-text'
import { extractText, foldText, matchesText, parseCount, trimSigns, truncateText } from './text'

test.each([
  ['', ''],
  ['Десять букв', 'Десять букв'],
  ['Ровно двадцать букв!', 'Ровно двадцать букв!'],
  ['Одна цена видна заранее', 'Одна цена видна…'],
  ['Одна цена видна — нет', 'Одна цена видна…'],
  ['Всё на месте. Остальное лишнее', 'Всё на месте…'],
  ['Одна цена не видна ни', 'Одна цена не видна…'],
  ['Десять букв, остальное лишнее', 'Десять букв…'],
  ['x'.repeat(30), `${'x'.repeat(20)}…`],
  ['🚩'.repeat(30), `${'🚩'.repeat(20)}…`],
  ['🚩'.repeat(20), '🚩'.repeat(20)],
])('%j becomes %j', (text, shown) => expect(truncateText(text, 20)).toBe(shown))

const isSpace = (sign: string) => sign === ' '

test.each([
  ['', ''],
  ['   ', ''],
  ['  a b ', 'a b'],
  ['🚩 ', '🚩'],
])('trims the spaces of %j', (text, trimmed) => expect(trimSigns(text, isSpace)).toBe(trimmed))

test('signs dropped at one end alone stay at the other', () => {
  expect(trimSigns('. a. ', isSpace, sign => '. '.includes(sign))).toBe('. a')
  expect(trimSigns(' . ', isSpace, sign => '. '.includes(sign))).toBe('')
})

test('trimming takes linear time, however many signs are inside', () => {
  const plain = cpuTime(() => trimSigns('x'.repeat(200_000), isSpace))
  expect(cpuTime(() => trimSigns(`x${' '.repeat(200_000)}x`, isSpace)) / plain).toBeLessThan(20)
})

test.each([
  ['  SQL Injection ', 'sql injection'],
  ['Ёлка ёж', 'елка еж'],
  // The same letter in two code points.
  ['е\u0308', 'е'],
  ['cafe\u0301', 'café'],
])('folds %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

describe('matches when the text contains every word of the query', () => {
  test.each([
    ['Взлом лёгкой формы', 'форм лег', true],
    ['Взлом лёгкой формы', '  ВЗЛОМ\t формы ', true],
    ['Взлом лёгкой формы', 'взлом хешей', false],
    ['Взлом лёгкой формы', '', true],
    ['', 'a', false],
  ])('%j searched for %j: %j', (text, query, does) => {
    expect(matchesText(text, query)).toBe(does)
  })
})

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

test.each([
  ['plain', 'plain'],
  [{ text: 'one', content: 'other' }, 'one'],
  [{ id: 4, content: 'Look at the cookie.' }, 'Look at the cookie.'],
  [{ id: 4, description: 'words' }, 'words'],
  [{ kind: 'md', tip: 'The longest one.' }, 'The longest one.'],
  [{ text: ' ', content: 'words' }, 'words'],
])('finds the text in %j', (value, text) => {
  expect(extractText(value)).toBe(text)
})

test.each([null, undefined, '', ' ', 7, true, [], ['text'], {}, { text: 7 }, { text: { a: 1 } }])(
  'returns null for %j',
  value => {
    expect(extractText(value)).toBeNull()
  },
)

test.each([
  ['plain text', 'Анна Kim', 'Анна Kim'],
  ['a right-to-left name', 'אנה', '\u2068אנה\u2069'],
  ['an override', 'a\u202egnp.exe', '\u2068agnp.exe\u2069'],
  ['an isolate that is never closed', '\u2067abc', '\u2068abc\u2069'],
])('X03 %s does not change the direction of a sentence', (_, value, isolated) => {
  expect(isolateBidi(value)).toBe(isolated)
})
