import { expect, test } from 'vitest'
import { isolateBidi } from './text'

test.each([
  ['plain text', 'Анна Kim', 'Анна Kim'],
  ['a right-to-left name', 'אנה', '\u2068אנה\u2069'],
  ['an override', 'a\u202egnp.exe', '\u2068agnp.exe\u2069'],
  ['an isolate that is never closed', '\u2067abc', '\u2068abc\u2069'],
])('X03 %s does not change the direction of a sentence', (_, value, isolated) => {
  expect(isolateBidi(value)).toBe(isolated)
})
