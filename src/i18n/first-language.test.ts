import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLanguageCookie } from '../lib/cookie'

const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')
const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? []

/** The language that the page says before its first paint, by the script in its head. */
const saidFor = (cookie: string): string => {
  const documentElement = { lang: '', dataset: {} }
  const surroundings = {
    document: { cookie, documentElement },
    localStorage: { getItem: () => null },
    addEventListener: () => {},
  }
  new Function(...Object.keys(surroundings), script)(...Object.values(surroundings))
  return documentElement.lang
}

test('LANG-08 the script that runs before the first paint stands before everything that a browser paints', () => {
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
  'LANG-08 with the cookie %j the page says %s before its first paint, and the application agrees',
  (cookie, language) => {
    expect([saidFor(cookie), readLanguageCookie(cookie)]).toEqual([language, language])
  },
)
