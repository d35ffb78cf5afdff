import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { languages } from '../lib/languages'
import { namespaces } from './init'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'locales')

const read = (language: string, namespace: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, `${namespace}.json`), 'utf8'))

const pluralSuffix = /_(zero|one|two|few|many|other)$/
const family = (key: string) => key.replace(pluralSuffix, '')
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(match => match[1]).sort()

test('each language has a file for each namespace and no other', () => {
  for (const language of languages)
    expect(readdirSync(join(folder, language)).sort()).toEqual(namespaces.map(name => `${name}.json`).sort())
})

describe.each(namespaces)('%s', namespace => {
  const [ru, en] = [read('ru', namespace), read('en', namespace)]

  test('both languages have the same keys', () => {
    const families = (texts: Record<string, string>) => [...new Set(Object.keys(texts).map(family))].sort()
    expect(families(en)).toEqual(families(ru))
  })

  test.each(languages)('every plural family of %s has exactly the categories of the language', language => {
    const texts = language === 'ru' ? ru : en
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.slice().sort()
    const plurals = Object.keys(texts).filter(key => pluralSuffix.test(key))
    for (const name of new Set(plurals.map(family))) {
      const found = plurals.filter(key => family(key) === name).map(key => key.slice(name.length + 1))
      expect([name, ...found.sort()]).toEqual([name, ...categories])
    }
  })

  test('no text is empty and both languages have the same placeholders', () => {
    for (const [key, text] of Object.entries(ru)) {
      expect(text.trim(), key).not.toBe('')
      const other = en[key] ?? en[`${family(key)}_other`] ?? ''
      expect(other.trim(), key).not.toBe('')
      expect([key, placeholders(other)]).toEqual([key, placeholders(text)])
    }
  })

  test('Russian quotation marks are «these»', () => {
    for (const [key, text] of Object.entries(ru)) expect([key, /["“”]/.test(text)]).toEqual([key, false])
  })
})
