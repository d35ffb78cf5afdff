import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import devtoolsEn from '../devtools/locales/en.json'
import devtoolsRu from '../devtools/locales/ru.json'
import { type Language, languages } from '../lib/languages'
import { namespaces } from './init'

const pluralSuffix = /_(zero|one|two|few|many|other)$/
const baseKey = (key: string) => key.replace(pluralSuffix, '')
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(match => match[1]).sort()

type Messages = Record<string, string>

/** The forms of each plural by category. */
const getPlurals = (messages: Messages): Map<string, Messages> => {
  const plurals = new Map<string, Messages>()
  for (const [key, text] of Object.entries(messages)) {
    const category = pluralSuffix.exec(key)?.[1]
    if (category) plurals.set(baseKey(key), { ...plurals.get(baseKey(key)), [category]: text })
  }
  return plurals
}

/** What is counted, in each Russian form: the word after the number and its adjectives. Null where there is none. */
const getCountedWords = ({ one = '', few = '', many = '', other = '' }: Messages) => {
  const counted = /\{\{count[^}]*\}\}\s(.+)/.exec(many) ?? /\{\{\w+[^}]*\}\}\s(.+)/.exec(many)
  const words = counted?.[1]?.split(/\s/) ?? []
  const at = words.findIndex(word => !/[ыи]х$/.test(word))
  if (at < 0) return null
  const start = many.split(/\s/).length - words.length + at
  return [one, few, many, other].map(text => text.split(/\s/)[start]?.replace(/[^\p{L}]/gu, ''))
}

/** As in `1 флаг, 2 флага, 5 флагов, 1,5 флага`, or the genitive of `из 1 флага, 2 флагов, 5 флагов, 1,5 флага`. */
const isDeclined = ([one, few, many, other]: readonly (string | undefined)[]): boolean =>
  one === other ? few === many && few !== one : few === other && few !== many && few !== one

const isPluralOf = (word: string, singular: string): boolean =>
  word === `${singular}s` || word === `${singular.replace(/y$/, 'ie')}s`

const hasPlural = ({ one = '', other = '' }: Messages): boolean => {
  const words = other.split(/[^\p{L}]+/u)
  return one.split(/[^\p{L}]+/u).some((word, at) => isPluralOf(words[at] ?? '', word))
}

/** A number or placeholder, a breaking space, and a unit. */
const breakableUnits: Record<Language, RegExp> = {
  ru: /(?:\d|\}\}) (?:с|сек|мин(?:ут[аыу]?)?|ч|час(?:а|ов)?|д(?:ень|ня|ней)|[кК]Б|МБ|ГБ|%|₽)(?![\p{L}\d-])/u,
  en: /(?:\d|\}\}) (?:s|sec|min(?:utes?)?|h|hr|hours?|days?|[kK]B|MB|GB)(?![\p{L}\d-])/u,
}

/** Defines the tests for a pair of locale files. */
const describeLocales = (name: string, ru: Messages, en: Messages): void => {
  describe(name, () => {
    test('LANG-01 both languages have the same keys', () => {
      const families = (messages: Messages) => [...new Set(Object.keys(messages).map(baseKey))].sort()
      const files = `src/i18n/locales/{en,ru}/${name}.json`
      expect(families(en), `Add what only one language has: ${files}`).toEqual(families(ru))
    })

    test.each(languages)(
      'LANG-01 every plural in %s has exactly the categories of the language',
      language => {
        const messages = language === 'ru' ? ru : en
        const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.slice().sort()
        for (const [name, forms] of getPlurals(messages))
          expect([name, ...Object.keys(forms).sort()]).toEqual([name, ...categories])
      },
    )

    test('LANG-01 what is counted has the form of its number', () => {
      for (const [name, forms] of getPlurals(ru)) {
        const words = getCountedWords(forms)
        expect(words === null || isDeclined(words), `${name}: ${words?.join(', ')}`).toBe(true)
      }
      for (const [name, forms] of getPlurals(en)) {
        // As in “3-day streak”.
        const isAdjective = /\}\}-/.test(forms.other ?? '')
        expect(isAdjective || hasPlural(forms), `${name}: ${forms.one} / ${forms.other}`).toBe(true)
      }
    })

    test('LANG-02 no message is empty, and both languages have the same placeholders', () => {
      for (const [key, text] of Object.entries(ru)) {
        expect(text.trim(), key).not.toBe('')
        const other = en[key] ?? en[`${baseKey(key)}_other`] ?? ''
        expect(other.trim(), key).not.toBe('')
        expect([key, placeholders(other)]).toEqual([key, placeholders(text)])
      }
    })

    test('LANG-10 Russian quotation marks are «these»', () => {
      for (const [key, text] of Object.entries(ru)) expect([key, /["“”]/.test(text)]).toEqual([key, false])
    })

    test('LANG-10 English has curly apostrophes and one word for "confirm"', () => {
      for (const [key, text] of Object.entries(en))
        expect([key, /'|\bverif/i.test(text)]).toEqual([key, false])
    })

    test.each(languages)('LANG-10 %s has no-break spaces between numbers and units', language => {
      const messages = language === 'ru' ? ru : en
      const breakable = Object.entries(messages).filter(([, text]) => breakableUnits[language].test(text))
      expect(breakable, 'put a no-break space (U+00A0) between the number and the unit').toEqual([])
    })
  })
}

const folder = join(dirname(fileURLToPath(import.meta.url)), 'locales')

const read = (language: string, namespace: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, `${namespace}.json`), 'utf8'))

test('LANG-01 each language has a file for each namespace and no other', () => {
  for (const language of languages)
    expect(readdirSync(join(folder, language)).sort()).toEqual(namespaces.map(name => `${name}.json`).sort())
})

describe('LANG-01 LANG-02 LANG-10 all texts', () => {
  for (const namespace of namespaces) describeLocales(namespace, read('ru', namespace), read('en', namespace))
  describeLocales('devtools', devtoolsRu, devtoolsEn)
})
