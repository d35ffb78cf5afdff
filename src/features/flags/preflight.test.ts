import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../test/cpu-time'
import {
  addKnownWrong,
  type FlagIssue,
  getLatinLookalike,
  getTypedSign,
  hasLatin,
  markFlag,
  maskFlag,
  preflight,
  suggestedLines,
  typedLines,
} from './preflight'

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
  // Russian answers.
  'ответ',
  'Северная Осетия',
  'ХОЛОД',
  'съел хаъ',
  'flag{привет}',
  'CTF{Ещё_раз}',
  'flag{hello_мир}',
  'флаг{hello}',
  'флаг{привет}',
])('finds nothing in %s', text => {
  expect(only(text)).toEqual({ meant: text, troubles: [] })
})

test.each<[string, string, string, FlagIssue[]]>([
  ['the Russian layout', 'адфпХс0вуЪ', 'flag{c0de}', ['layout']],
  ['the Russian layout between Latin braces', 'адфп{с0ву}', 'flag{c0de}', ['layout']],
  ['the Russian layout in capitals', 'АДФПХФЪ', 'FLAG{A}', ['layout']],
  ['a layout that was switched after the brace', 'flag{сщвуЪ', 'flag{code}', ['layout']],
  ['a layout that was switched at the brace', 'адфп{code}', 'flag{code}', ['layout']],
  ['the Russian layout of another known format', 'ЫЫЛФ_СЕА{x1}', 'SSKA_CTF{x1}', ['layout']],
  ['the Russian layout whose letters all look Latin', 'сеа{code}', 'ctf{code}', ['layout']],
  ['the Russian layout in braces of an unknown format', 'ьфыеукХс0вуЪ', 'master{c0de}', ['layout']],
  ['Cyrillic lookalikes in a Latin text', 'flаg{cоde}', 'flag{code}', ['lookalike']],
  ['Cyrillic lookalikes alone in the braces', 'flag{сор}', 'flag{cop}', ['lookalike']],
  ['Greek lookalikes', 'flag{cοde}', 'flag{code}', ['lookalike']],
  ['full-width letters', 'ｆｌａｇ｛ｘ｝', 'flag{x}', ['lookalike']],
  ['mathematical letters', 'flag{𝐜𝐨𝐝𝐞}', 'flag{code}', ['lookalike']],
  ['two alphabets that cannot be sorted out', 'flag{приvet}', 'flag{приvet}', ['mixed']],
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
  ['angle brackets around', '<flag{x}>', 'flag{x}', ['around']],
  ['spaces within the quotes', '" flag "', 'flag', ['around']],
  ['two spaces and a tab at the beginning', '  \tflag', 'flag', ['ends']],
  ['two spaces and a tab at the end', 'flag \t ', 'flag', ['ends']],
  ['code fences around', '```flag{x}```', 'flag{x}', ['around']],
  ['brackets around', '[flag{x}]', 'flag{x}', ['around']],
  ['brackets and quotes around', '("flag{x}")', 'flag{x}', ['around']],
  ['one quote left over', '“flag{x}', 'flag{x}', ['around']],
  ['the full stop of a sentence', 'flag{x}.', 'flag{x}', ['around']],
  ['quotes of a text editor inside', 'flag{it’s}', "flag{it's}", ['typeset']],
  ['a dash of a text editor', 'flag{a—b}', 'flag{a-b}', ['typeset']],
  ['dots of a text editor', 'flag{a…}', 'flag{a...}', ['typeset']],
  ['several at once', ' «flаg{x}»\u200b', 'flag{x}', ['ends', 'invisible', 'around', 'lookalike']],
])('finds %s', (_, typed, meant, troubles) => {
  expect(only(typed)).toEqual({ meant, troubles })
})

test.each(['""', "''", '``', '«»', '“”', '„“', '””', '‘’', '‚‘', '’’'])(
  'removes the quotes %s',
  ([open, close]) => {
    for (const flag of ['flag{x}', 'word'])
      expect(only(`${open}${flag}${close}`)).toEqual({ meant: flag, troubles: ['around'] })
  },
)

describe('layers around a flag', () => {
  const layers = ['()', '[]', '<>', '""', "''"].map(([open = '', close = '']) => ({ open, close }))
  const wrap = (inner: string, around: typeof layers) =>
    around.reduce((text, { open, close }) => `${open}${text}${close}`, inner)

  test('any number of them comes off a flag, and none but quotes comes off another answer', () => {
    const property = fc.property(fc.array(fc.constantFrom(...layers), { maxLength: 240 }), around => {
      expect(only(wrap('flag{x}', around)).meant).toBe('flag{x}')
      const outermostBracket = around.findLastIndex(({ open }) => '([<'.includes(open))
      expect(only(wrap('word', around)).meant).toBe(wrap('word', around.slice(0, outermostBracket + 1)))
    })
    fc.assert(property, { numRuns: 50, seed: 3 })
  })

  test('a check takes no more steps than for a plain text of the same length, give or take a factor', () => {
    const brackets = layers.filter(({ open }) => '([<'.includes(open))
    const around = Array.from({ length: 80 }, () => brackets).flat()
    const timeOf = (text: string) =>
      cpuTime(() => {
        for (let run = 0; run < 100; run += 1) preflight([text])
      })
    const plain = timeOf('x'.repeat(500))
    for (const inner of ['x', 'flag{x}', '']) expect(timeOf(wrap(inner, around)) / plain).toBeLessThan(30)
  })
})

describe('lines', () => {
  test('checks each line separately, and submits what was shown', () => {
    const typed = ['flag{a}', ' flag{b}', 'адфп{c}']
    const rows = preflight(typed)
    expect(rows.map(({ issues: troubles }) => troubles)).toEqual([[], ['ends'], ['layout']])
    expect(suggestedLines(rows)).toEqual(['flag{a}', 'flag{b}', 'flag{c}'])
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
    [['flag{abc', 'de}f}'], ['flag{abcde}f}']],
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

/** The replacement of each character, or `.` without one. */
const each = (text: string, make: (character: string) => string | null) =>
  Array.from(text, character => make(character) ?? '.').join('')

describe('Latin lookalikes', () => {
  test.each([
    ['Cyrillic', 'аеорсухкіјѕԁһԛԝ', 'aeopcyxkijsdhqw'],
    ['Cyrillic capitals', 'АВЕКМНОРСТУХІЈЅ', 'ABEKMHOPCTYXIJS'],
    ['Greek', 'αικνορυχϲ', 'aikvopuxc'],
    ['Greek capitals', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['others', 'ıɑɡ', 'iag'],
    ['full-width', 'ｆ｛０！', 'f{0!'],
    ['mathematical', '𝐟𝟎', 'f0'],
    ['letters that look like nothing Latin', 'бгджπΩ日é', '........'],
    ['Latin itself, signs and spaces', 'aZ0{}\u00a0 ', '.......'],
  ])('%s', (_, text, latin) => {
    expect(each(text, getLatinLookalike)).toBe(latin)
  })
})

test('typographic signs', () => {
  expect(each('“”„‟«»″', getTypedSign)).toBe('"""""""')
  expect(each('‘’‚‛′´', getTypedSign)).toBe("''''''")
  expect(each('‐‑‒–—―−', getTypedSign)).toBe('-------')
  expect(getTypedSign('…')).toBe('...')
  expect(each('"\'-.a', getTypedSign)).toBe('.....')
})

test('detects a Latin letter anywhere in a text', () => {
  expect(['флаг', '1{}', 'флагx', 'Z'].map(hasLatin)).toEqual([false, false, true, true])
})

const shown = (text: string) =>
  markFlag(text)
    .map(({ kind, text: piece }) =>
      kind === 'plain' ? piece : kind === 'hidden' ? `<${piece}>` : `*${piece}*`,
    )
    .join('')

test.each([
  ['flag{two words}', 'flag{two words}'],
  ['  flag{x} ', '<␣><␣>flag{x}<␣>'],
  ['   ', '<␣><␣><␣>'],
  ['fl\u200bag{a\u00a0b}', 'fl<U+200B>ag{a<U+00A0>b}'],
  ['\u202eflag', '<U+202E>flag'],
  ['flag{a\nb}', 'flag{a<↵>b}'],
  ['flаg{ооx}', 'fl*а*g{*оо*x}'],
  ['flag{it’s}', 'flag{it*’*s}'],
  ['ｆlag', '*ｆ*lag'],
  ['ответ', 'ответ'],
  ['a\tb', 'a<U+0009>b'],
])('marks everything invisible in %j', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

test.each([
  ['flag{secret_value_x}', 'flag{s•••••x}'],
  [' flag{secret} ', 'flag{s•••••t}'],
  ['flag{short}', 'flag{•••••}'],
  ['flag{}', 'flag{•••••}'],
  ['long answer', 'l•••••r'],
  ['42', '•••••'],
  ['a prefix {secret}', 'a•••••}'],
  ['flag{\u202esecret\u202c}', 'flag{•••••}'],
  ['flag{😀secret😀}', 'flag{😀•••••😀}'],
])('masks %j as %s', (flag, masked) => {
  expect(maskFlag(flag)).toBe(masked)
})
