import { expect, test } from 'vitest'
import { toLanguage } from './languages'

test.each([
  ['ru', 'ru'],
  ['en', 'en'],
  ['EN', 'ru'],
  ['de', 'ru'],
  ['', 'ru'],
  [undefined, 'ru'],
  [{ en: 1 }, 'ru'],
])('the language of %j is %s', (value, language) => {
  expect(toLanguage(value)).toBe(language)
})
