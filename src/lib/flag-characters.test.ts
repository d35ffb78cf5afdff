import { describe, expect, test } from 'vitest'
import { getLatinLookalike, getTypedSign, hasLatin } from './flag-characters'

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
