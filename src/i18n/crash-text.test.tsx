import { afterEach, expect, test } from 'vitest'
import { crashText } from './crash-text'
import enCommon from './locales/en/common.json'
import enErrors from './locales/en/errors.json'
import ruCommon from './locales/ru/common.json'
import ruErrors from './locales/ru/errors.json'

afterEach(() => {
  document.documentElement.lang = ''
})

test.each([
  ['ru', ruCommon, ruErrors],
  ['en', enCommon, enErrors],
])('N14 the words that need no file are those of the locales, in %s', (language, common, errors) => {
  document.documentElement.lang = language
  expect(crashText()).toEqual({
    title: common['page.error'],
    text: errors.crash,
    reload: common.reload,
  })
})

test('N14 a page without a language speaks Russian', () => {
  expect(crashText().reload).toBe(ruCommon.reload)
})
