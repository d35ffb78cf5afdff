import { afterEach, expect, test } from 'vitest'
import { getCrashMessages } from './crash-messages'
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
])('N14 the built-in messages equal those of the locale files, in %s', (language, common, errors) => {
  document.documentElement.lang = language
  expect(getCrashMessages()).toEqual({
    title: common['page.error'],
    text: errors.crash,
    reload: common.reload,
  })
})

test('N14 a document without a language uses Russian', () => {
  expect(getCrashMessages().reload).toBe(ruCommon.reload)
})
