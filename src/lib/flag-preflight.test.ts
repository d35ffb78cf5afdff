import { describe, expect, test } from 'vitest'
import { addKnownWrong, type FlagIssue, preflight, suggestedLines, typedLines } from './flag-preflight'

const only = (typed: string) => {
  const [row] = preflight([typed])
  return { meant: row?.suggested, troubles: row?.issues }
}

test.each([
  'flag{c0de}',
  'flag{two words}',
  'FLAG{a-b_c.d!?*()[]<>"\'`}',
  'answer',
  '192.168.0.1',
  'flag{π_is_not_3}',
  'flag{日本}',
  'sha256:0123abc==',
  '(a+b)',
  '[1, 2]',
  'flag{}',
  '{}',
  'flag{crème}',
])('finds nothing in %s', text => {
  expect(only(text)).toEqual({ meant: text, troubles: [] })
})

test.each<[string, string, string, FlagIssue[]]>([
  ['the Russian layout', 'адфпХс0вуЪ', 'flag{c0de}', ['layout']],
  ['the Russian layout between Latin braces', 'адфп{с0ву}', 'flag{c0de}', ['layout']],
  ['the Russian layout in capitals', 'АДФПХФЪ', 'FLAG{A}', ['layout']],
  ['a layout that was switched after the brace', 'flag{сщвуЪ', 'flag{code}', ['layout']],
  ['a layout that was switched at the brace', 'адфп{code}', 'flag{code}', ['layout']],
  ['a Russian text in a Latin flag: a question', 'flag{привет}', 'flag{ghbdtn}', ['layout']],
  ['a Russian word: a question', 'ответ', 'jndtn', ['layout']],
  ['Cyrillic lookalikes in a Latin text', 'flаg{cоde}', 'flag{code}', ['lookalike']],
  ['Cyrillic lookalikes alone in the braces', 'flag{сор}', 'flag{cop}', ['lookalike']],
  ['Greek lookalikes', 'flag{cοde}', 'flag{code}', ['lookalike']],
  ['full-width letters', 'ｆｌａｇ｛ｘ｝', 'flag{x}', ['lookalike']],
  ['mathematical letters', 'flag{𝐜𝐨𝐝𝐞}', 'flag{code}', ['lookalike']],
  ['two alphabets that cannot be sorted out', 'flag{приvet}', 'flag{приvet}', ['mixed']],
  ['a Russian and a Latin word', 'flag{hello_мир}', 'flag{hello_мир}', ['mixed']],
  ['a zero-width space', 'fl\u200bag{x}', 'flag{x}', ['invisible']],
  ['a byte order mark', '\ufeffflag{x}', 'flag{x}', ['invisible']],
  ['a soft hyphen', 'flag{co\u00adde}', 'flag{code}', ['invisible']],
  ['direction marks', '\u202eflag{x}\u202c', 'flag{x}', ['invisible']],
  ['a no-break space inside', 'flag{a\u00a0b}', 'flag{a b}', ['invisible']],
  ['a tab inside', 'flag{a\tb}', 'flag{a b}', ['invisible']],
  ['a line separator', 'flag{a\u2028b}', 'flag{ab}', ['invisible']],
  ['spaces at the ends', '  flag{x} ', 'flag{x}', ['ends']],
  ['a no-break space at the end', 'flag{x}\u00a0', 'flag{x}', ['ends']],
  ['spaces behind what is invisible', '\u200b flag{x}', 'flag{x}', ['invisible', 'ends']],
  ['straight quotes around', '"flag{x}"', 'flag{x}', ['around']],
  ['Russian quotes around', '«flag{x}»', 'flag{x}', ['around']],
  ['German quotes around', '„flag{x}“', 'flag{x}', ['around']],
  ['backticks around', '`flag{x}`', 'flag{x}', ['around']],
  ['single quotes around', "'flag'", 'flag', ['around']],
  ['backticks around a word', '`flag`', 'flag', ['around']],
  ['Russian quotes around a word', '«flag»', 'flag', ['around']],
  ['English quotes around a word', '“flag”', 'flag', ['around']],
  ['German quotes around a word', '„flag“', 'flag', ['around']],
  ['Swedish quotes around a word', '”flag”', 'flag', ['around']],
  ['single English quotes around a word', '‘flag’', 'flag', ['around']],
  ['single German quotes around a word', '‚flag‘', 'flag', ['around']],
  ['single Swedish quotes around a word', '’flag’', 'flag', ['around']],
  ['angle brackets around', '<flag{x}>', 'flag{x}', ['around']],
  ['spaces within the quotes', '" flag "', 'flag', ['around']],
  ['two spaces and a tab at the beginning', '  \tflag', 'flag', ['ends']],
  ['two spaces and a tab at the end', 'flag \t ', 'flag', ['ends']],
  ['code fences around', '```flag{x}```', 'flag{x}', ['around']],
  ['brackets around', '[flag{x}]', 'flag{x}', ['around']],
  ['brackets and quotes around', '("flag{x}")', 'flag{x}', ['around']],
  ['one quote left over', '“flag{x}', 'flag{x}', ['around']],
  ['the full stop of a sentence', 'flag{x}.', 'flag{x}', ['around']],
  ['quotes around an answer without braces', '"answer"', 'answer', ['around']],
  ['quotes of a text editor inside', 'flag{it’s}', "flag{it's}", ['typeset']],
  ['a dash of a text editor', 'flag{a—b}', 'flag{a-b}', ['typeset']],
  ['dots of a text editor', 'flag{a…}', 'flag{a...}', ['typeset']],
  ['several at once', ' «flаg{x}»\u200b', 'flag{x}', ['ends', 'invisible', 'around', 'lookalike']],
])('finds %s', (_, typed, meant, troubles) => {
  expect(only(typed)).toEqual({ meant, troubles })
})

describe('lines', () => {
  test('checks each line separately, and submits what was shown', () => {
    const typed = ['flag{a}', ' flag{b}', 'ответ']
    const rows = preflight(typed)
    expect(rows.map(({ issues: troubles }) => troubles)).toEqual([[], ['ends'], ['layout']])
    expect(suggestedLines(rows)).toEqual(['flag{a}', 'flag{b}', 'jndtn'])
    expect(typedLines(rows)).toEqual(typed)
  })

  test.each<[string[], string[]]>([
    [['flag{abc', 'def}'], ['flag{abcdef}']],
    [
      ['flag{abc', '  def', 'ghi}', 'flag{x}'],
      ['flag{abcdefghi}', 'flag{x}'],
    ],
    [
      ['flag{abc', 'flag{def}'],
      ['flag{abc', 'flag{def}'],
    ],
    [
      ['flag{abc', 'def'],
      ['flag{abc', 'def'],
    ],
    [
      ['abc', 'def}'],
      ['abc', 'def}'],
    ],
  ])('suggests for %j the flag %j', (typed, meant) => {
    const rows = preflight(typed)
    expect(suggestedLines(rows)).toEqual(meant)
    expect(typedLines(rows)).toEqual(typed)
  })

  test('drops a line without visible characters', () => {
    expect(suggestedLines(preflight(['\u200b', 'flag{x}']))).toEqual(['flag{x}'])
  })

  test('marks typed and suggested flags that were wrong before', () => {
    const rows = addKnownWrong(preflight(['flag{a}', ' flag{b}', 'flag{c}']), new Set(['flag{a}', 'flag{b}']))
    expect(rows.map(({ issues: troubles }) => troubles)).toEqual([['rejected'], ['ends', 'fixRejected'], []])
  })
})

test('for any text, there is a suggestion exactly when there is an issue', () => {
  const pieces = [
    'flag{',
    '}',
    'а',
    'ж',
    'x',
    '"',
    '«',
    '»',
    '\u200b',
    ' ',
    '\u00a0',
    '…',
    '.',
    'ο',
    '`',
    '(',
  ]
  let seed = 7
  const next = (): number => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed
  }
  for (let run = 0; run < 2000; run += 1) {
    const text = Array.from({ length: 1 + (next() % 9) }, () => pieces[next() % pieces.length]).join('')
    const [row] = preflight([text])
    const reasons = row?.issues.filter(trouble => trouble !== 'mixed') ?? []
    expect([text, reasons.length > 0]).toEqual([text, row?.suggested !== text])
  }
})
