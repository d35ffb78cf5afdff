import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import en from './locales/en.json'
import ru from './locales/ru.json'

/** Plural keys are used without their suffix. */
type WithoutPluralSuffix<Key> = Key extends `${infer Name}_${'one' | 'few' | 'many' | 'other'}` ? Name : Key

export type MessageKey = WithoutPluralSuffix<keyof typeof ru>

export type Translate = (key: MessageKey, values?: Record<string, string | number>) => string

/** A separate instance, so that production chunks do not include it; the language is the application's. */
const devtoolsI18n = i18next.createInstance({
  resources: { ru: { devtools: ru }, en: { devtools: en } },
  ns: 'devtools',
  defaultNS: 'devtools',
  fallbackLng: 'ru',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
})
void devtoolsI18n.init()

const cache = new Map<string, Translate>()

export const getTranslate = (language: string): Translate => {
  const known = cache.get(language)
  if (known) return known
  const t = devtoolsI18n.getFixedT(language) as unknown as Translate
  cache.set(language, t)
  return t
}

const subscribeToLanguage = (listener: () => void): (() => void) => {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

export const useLanguage = (): string =>
  useSyncExternalStore(subscribeToLanguage, () => i18next.language || 'ru')

export const useTranslate = (): Translate => getTranslate(useLanguage())

const startPrefix = 'start.'

/** Message keys of starts, by name. */
export const startMessageKeys: ReadonlyMap<string, MessageKey> = new Map(
  (Object.keys(ru) as MessageKey[])
    .filter(key => key.startsWith(startPrefix))
    .map(key => [key.slice(startPrefix.length), key]),
)

const RECORDED_PREFIX = 'recorded:'

/** The label of a start; the name if there is none. */
export const getStartLabel = (name: string, t: Translate): string => {
  if (name.startsWith(RECORDED_PREFIX)) return t('recorded', { name: name.slice(RECORDED_PREFIX.length) })
  const key = startMessageKeys.get(name)
  return key ? t(key) : name
}
