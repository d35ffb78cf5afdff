import { expect, test } from 'vitest'
import { markFlag, maskFlag } from './flag-marks'

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
