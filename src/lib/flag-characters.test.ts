import { describe, expect, test } from 'vitest'
import { hasLatin, latinTwinOf, typedSignOf } from './flag-characters'

/** What each character of a text becomes, and `.` where nothing. */
const each = (text: string, make: (character: string) => string | null) =>
  Array.from(text, character => make(character) ?? '.').join('')

describe('characters that cannot be told from Latin ones', () => {
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
    expect(each(text, latinTwinOf)).toBe(latin)
  })
})

test('what a text editor puts in place of the typed signs', () => {
  expect(each('“”„‟«»″', typedSignOf)).toBe('"""""""')
  expect(each('‘’‚‛′´', typedSignOf)).toBe("''''''")
  expect(each('‐‑‒–—―−', typedSignOf)).toBe('-------')
  expect(typedSignOf('…')).toBe('...')
  expect(each('"\'-.a', typedSignOf)).toBe('.....')
})

test('a Latin letter anywhere makes a text Latin', () => {
  expect(['флаг', '1{}', 'флагx', 'Z'].map(hasLatin)).toEqual([false, false, true, true])
})
