import { describe, expect, test } from 'vitest'
import { type Language, languages } from '../lib/languages'

const pluralSuffix = /_(zero|one|two|few|many|other)$/
const family = (key: string) => key.replace(pluralSuffix, '')
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(match => match[1]).sort()

type Texts = Record<string, string>

/** A number, or the place of one, and after a plain space what it is counted in: a line could end between them. */
const partedUnits: Record<Language, RegExp> = {
  ru: /(?:\d|\}\}) (?:с|сек|мин(?:ут[аыу]?)?|ч|час(?:а|ов)?|д(?:ень|ня|ней)|[кК]Б|МБ|ГБ|%|₽)(?![\p{L}\d-])/u,
  en: /(?:\d|\}\}) (?:s|sec|min(?:utes?)?|h|hr|hours?|days?|[kK]B|MB|GB)(?![\p{L}\d-])/u,
}

/** The tests that every pair of files of words has to pass (ux §8). */
export const holdTexts = (name: string, ru: Texts, en: Texts): void => {
  describe(name, () => {
    test('LANG-01 both languages have the same keys', () => {
      const families = (texts: Texts) => [...new Set(Object.keys(texts).map(family))].sort()
      expect(families(en)).toEqual(families(ru))
    })

    test.each(languages)(
      'LANG-01 every plural family of %s has exactly the categories of the language',
      language => {
        const texts = language === 'ru' ? ru : en
        const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.slice().sort()
        const plurals = Object.keys(texts).filter(key => pluralSuffix.test(key))
        for (const name of new Set(plurals.map(family))) {
          const found = plurals.filter(key => family(key) === name).map(key => key.slice(name.length + 1))
          expect([name, ...found.sort()]).toEqual([name, ...categories])
        }
      },
    )

    test('LANG-02 no text is empty and both languages have the same placeholders', () => {
      for (const [key, text] of Object.entries(ru)) {
        expect(text.trim(), key).not.toBe('')
        const other = en[key] ?? en[`${family(key)}_other`] ?? ''
        expect(other.trim(), key).not.toBe('')
        expect([key, placeholders(other)]).toEqual([key, placeholders(text)])
      }
    })

    test('LANG-10 Russian quotation marks are «these»', () => {
      for (const [key, text] of Object.entries(ru)) expect([key, /["“”]/.test(text)]).toEqual([key, false])
    })

    test.each(languages)('LANG-10 no line of %s can end between a number and its unit', language => {
      const texts = language === 'ru' ? ru : en
      const parted = Object.entries(texts).filter(([, text]) => partedUnits[language].test(text))
      expect(parted).toEqual([])
    })
  })
}
