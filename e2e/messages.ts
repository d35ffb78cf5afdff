import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import i18next, { type CustomTypeOptions } from 'i18next'
import type devtools from '../src/devtools/locales/ru.json'

export const languages = ['ru', 'en'] as const
export type Language = (typeof languages)[number]

type Resources = CustomTypeOptions['resources'] & { devtools: typeof devtools }
type WithoutPlural<Key> = Key extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Key
type KeysOf<Namespace extends keyof Resources> = WithoutPlural<keyof Resources[Namespace] & string>

/** `namespace:key` of a file in src/i18n/locales, or `devtools:key`; plural forms go by the key without its suffix. */
export type MessageId = { [N in keyof Resources & string]: `${N}:${KeysOf<N>}` }[keyof Resources & string]
type Values = Record<string, string | number>

const source = join(import.meta.dirname, '..', 'src')
const locales = join(source, 'i18n', 'locales')

const readJson = (path: string): Record<string, string> => JSON.parse(readFileSync(path, 'utf8'))

const readLocale = (language: Language): Record<string, Record<string, string>> => ({
  ...Object.fromEntries(
    readdirSync(join(locales, language)).map(name => [
      basename(name, '.json'),
      readJson(join(locales, language, name)),
    ]),
  ),
  devtools: readJson(join(source, 'devtools', 'locales', `${language}.json`)),
})

const resources = { ru: readLocale('ru'), en: readLocale('en') }

const i18n = i18next.createInstance()
void i18n.init({
  resources,
  keySeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
  parseMissingKeyHandler: key => {
    throw new Error(`There is no message "${key}".`)
  },
})

/** The message as the interface shows it. */
export const t = (language: Language, id: MessageId, values: Values = {}): string => {
  const [namespace, key] = splitId(id)
  return i18n.getFixedT(language, namespace as 'common')(key as 'retry', values)
}

const splitId = (id: string): [namespace: string, key: string] => {
  const end = id.indexOf(':')
  return [id.slice(0, end), id.slice(end + 1)]
}

/** Every plural form of a message, with its placeholders. */
const getForms = (language: Language, id: MessageId): string[] => {
  const [namespace, key] = splitId(id)
  const all = resources[language][namespace] ?? {}
  const plurals = ['one', 'few', 'many', 'other'].map(category => `${key}_${category}`)
  const found = [key, ...plurals].flatMap(name => all[name] ?? [])
  if (found.length === 0) throw new Error(`${language} has no message "${id}".`)
  return found
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s/g, '\\s')

const toPattern = (text: string, values: Values): string =>
  text
    .split(/\{\{\s*(\w+)[^}]*\}\}/)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : escaped(String(values[part] ?? '')) || '.+?'))
    .join('')

/** Matches texts that begin like one of the messages. A value that is not given may be anything. */
export const matching = (
  language: Language,
  ids: MessageId | readonly MessageId[],
  values: Values = {},
): RegExp => {
  const forms = [ids].flat().flatMap(id => getForms(language, id as MessageId))
  return new RegExp(`^(?:${forms.map(form => toPattern(form, values)).join('|')})`)
}

type Label = MessageId | ((language: Language) => unknown)
type LabelsOf<Map> = {
  [Name in keyof Map]: Map[Name] extends (language: Language) => infer Result ? Result : string
}

/** Messages under short names, in each language: by their ids, or by a function of the language. */
export const toLabels = <const Map extends Record<string, Label>>(
  map: Map,
): Record<Language, LabelsOf<Map>> => {
  const inLanguage = (language: Language) =>
    Object.fromEntries(
      Object.entries(map).map(([name, label]) => [
        name,
        typeof label === 'function' ? label(language) : t(language, label),
      ]),
    ) as LabelsOf<Map>
  return { ru: inLanguage('ru'), en: inLanguage('en') }
}

/** For `toLabels`: the pattern of `matching`. */
export const like =
  (ids: MessageId | readonly MessageId[], values: Values = {}) =>
  (language: Language): RegExp =>
    matching(language, ids, values)
