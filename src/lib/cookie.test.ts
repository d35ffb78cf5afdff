// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { languageCookieText, readLanguageCookie, writeLanguageCookie } from './cookie'

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
])('S08 LANG-08 %j is read as %s', (cookies, language) => {
  expect(readLanguageCookie(cookies)).toBe(language)
})

test('S08 LANG-08 it lives 365 days, for every path, on https only over https', () => {
  const attributes = 'Max-Age=31536000; Path=/; SameSite=Lax'
  expect(languageCookieText('en', false)).toBe(`language=en; ${attributes}`)
  expect(languageCookieText('ru', true)).toBe(`language=ru; ${attributes}; Secure`)
})

test('the browser keeps it', () => {
  writeLanguageCookie('en')
  expect(readLanguageCookie(document.cookie)).toBe('en')
})

test('F03 where cookies are refused nothing happens', () => {
  const cookie = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {
    throw new DOMException('No.', 'SecurityError')
  })
  expect(() => writeLanguageCookie('ru')).not.toThrow()
  expect(cookie).toHaveBeenCalledTimes(1)
})
