import { describe, expect, test } from 'vitest'
import { foldText, matchesText } from './fold-text'

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
