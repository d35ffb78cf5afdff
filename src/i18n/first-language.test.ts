import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLanguageCookie } from '../lib/cookie'

const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')
const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? []

/** The `lang` that the script in index.html sets before the first paint. */
const langFor = (cookie: string): string => {
  const documentElement = { lang: '', dataset: {} }
  const globals = {
    document: { cookie, documentElement },
    localStorage: { getItem: () => null },
    addEventListener: () => {},
  }
  new Function(...Object.keys(globals), script)(...Object.values(globals))
  return documentElement.lang
}

test('LANG-08 the script that sets the language comes before the body', () => {
  expect(page.indexOf('<script>')).toBeGreaterThan(0)
  expect(page.indexOf('<script>')).toBeLessThan(page.indexOf('<body>'))
})

test.each([
  ['language=en', 'en'],
  ['a=1; language=en; b=2', 'en'],
  ['language=ru', 'ru'],
  ['', 'ru'],
  ['language=', 'ru'],
  ['language=de', 'ru'],
  ['language=EN', 'ru'],
  ['language=en-US', 'ru'],
  ['xlanguage=en', 'ru'],
  ['a=language=en', 'ru'],
])(
  'LANG-08 the cookie %j sets the language %s before the first paint and in the application',
  (cookie, language) => {
    expect([langFor(cookie), readLanguageCookie(cookie)]).toEqual([language, language])
  },
)
