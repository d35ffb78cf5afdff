import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import en from './locales/en.json'
import ru from './locales/ru.json'

/** A plural family is asked for by its stem. */
type Stem<Key> = Key extends `${infer Name}_${'one' | 'few' | 'many' | 'other'}` ? Name : Key

export type WordKey = Stem<keyof typeof ru>

export type Words = (key: WordKey, values?: Record<string, string | number>) => string

/** Words of their own, so that no production file knows of them; the language is the application's. */
const own = i18next.createInstance({
  resources: { ru: { devtools: ru }, en: { devtools: en } },
  ns: 'devtools',
  defaultNS: 'devtools',
  fallbackLng: 'ru',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
})
void own.init()

const made = new Map<string, Words>()

export const wordsOf = (language: string): Words => {
  const known = made.get(language)
  if (known) return known
  const t = own.getFixedT(language) as unknown as Words
  made.set(language, t)
  return t
}

const follow = (listener: () => void): (() => void) => {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

/** `ru` or `en`, as the application speaks. */
export const useLanguage = (): string => useSyncExternalStore(follow, () => i18next.language || 'ru')

/** The words of the panel in the language of the application. */
export const useWords = (): Words => wordsOf(useLanguage())

const startPrefix = 'start.'

/** The key of what a start is about, by its name. */
export const startWords: ReadonlyMap<string, WordKey> = new Map(
  (Object.keys(ru) as WordKey[])
    .filter(key => key.startsWith(startPrefix))
    .map(key => [key.slice(startPrefix.length), key]),
)
