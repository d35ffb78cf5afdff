// @vitest-environment jsdom

import { expect, test, vi } from 'vitest'
import { formatLanguageCookie, readLanguageCookie, writeLanguageCookie } from './cookie'
import { toLanguage } from './languages'

test.each([
  ['language=en', 'en'],
  ['language=ru', 'ru'],
  ['a=1; language=en; b=2', 'en'],
  [' language = en ', 'en'],
  ['', 'ru'],
  ['language=', 'ru'],
  ['language', 'ru'],
  ['language=EN', 'ru'],
  ['language=de', 'ru'],
  ['language=de; language=en', 'en'],
  ['xlanguage=en', 'ru'],
  ['language=en-US', 'ru'],
  ['language=__proto__', 'ru'],
])('S08 LANG-08 reads %j as %s', (cookies, language) => {
  expect(readLanguageCookie(cookies)).toBe(language)
})

test('S08 LANG-08 lasts 365 days, for all paths, Secure on https only', () => {
  const attributes = 'Max-Age=31536000; Path=/; SameSite=Lax'
  expect(formatLanguageCookie('en', false)).toBe(`language=en; ${attributes}`)
  expect(formatLanguageCookie('ru', true)).toBe(`language=ru; ${attributes}; Secure`)
})

test('the browser stores it', () => {
  writeLanguageCookie('en')
  expect(readLanguageCookie(document.cookie)).toBe('en')
})

test('F03 does nothing where cookies are blocked', () => {
  const cookie = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {
    throw new DOMException('No.', 'SecurityError')
  })
  expect(() => writeLanguageCookie('ru')).not.toThrow()
  expect(cookie).toHaveBeenCalledTimes(1)
})

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
