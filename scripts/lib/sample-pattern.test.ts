import { expect, test } from 'vitest'
import { patternSampler } from './sample-pattern'
import { createRandom } from './seeded-random'

test.each([
  '^[A-Z]{3}$',
  '^(?:cat|dog(?:gy){0,2}|\\d{2,4})$',
  '^\\p{Lu}\\p{L}*$',
  '^[А-Яа-яЁё]+$',
  '^[^\\s@]+@[^\\s@]+\\.[a-z]{2,3}$',
  '^\\u0041\\x42\\u{43}\\t\\.$',
  '^[\\]\\-\\\\]{4}$',
  '^a{2}b{1,}c?d*e+?$',
  '^(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])$',
  '^🚩{2}$',
  '^.{5}$',
  '^[\\u{1F680}-\\u{1F6FF}]$',
])('every sample for %s matches it', pattern => {
  const make = patternSampler(pattern)
  const random = createRandom(pattern)
  const test = new RegExp(pattern, 'u')
  for (let round = 0; round < 200; round++) {
    const text = make(random, round % 9)
    expect(test.test(text), text).toBe(true)
  }
})

test('anchors and lookarounds produce nothing', () => {
  expect(patternSampler('^(?=x)(?!y)(?<=z)\\ba\\B$')(createRandom(1), 3)).toBe('a')
})

test('rejects back references and impossible classes', () => {
  expect(() => patternSampler('(a)\\1')).toThrow('back reference')
  expect(() => patternSampler('[^\\s\\S]')).toThrow('No character fits')
})
