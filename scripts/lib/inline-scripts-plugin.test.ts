import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readLanguageCookie } from '../../src/lib/cookie'
import { bundleInlineScript } from './inline-scripts-plugin'

const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')

let script = ''
beforeAll(async () => {
  script = await bundleInlineScript('src/boot/start.ts', 'chrome120')
})

/** The `lang` that the script sets before the first paint. */
const langFor = (cookie: string): string => {
  const documentElement = { lang: '', dataset: {} }
  const globals = { document: { cookie, documentElement }, addEventListener: () => {} }
  new Function(...Object.keys(globals), script)(...Object.values(globals))
  return documentElement.lang
}

test('LANG-08 the script that sets the language comes before the body', () => {
  const at = page.indexOf('<script data-inline="src/boot/start.ts"></script>')
  expect(at).toBeGreaterThan(0)
  expect(at).toBeLessThan(page.indexOf('<body>'))
})

test('the text for old browsers is in their syntax', async () => {
  const old = await bundleInlineScript('src/boot/old-browser.ts', 'chrome120')
  expect(old).toContain('too old for Flagship')
  expect(old).not.toMatch(/=>|\b(?:let|const|class)\b|`|\?[.?]/)
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
