import type { CustomTypeOptions } from 'i18next'
import { namespaces } from '../i18n/init'
import type { Language } from '../lib/languages'

type Messages = CustomTypeOptions['resources']

const files = import.meta.glob<object>('../i18n/locales/*/*.json', { eager: true, import: 'default' })

const readMessages = (language: Language): Messages =>
  Object.fromEntries(
    namespaces.map(name => [name, files[`../i18n/locales/${language}/${name}.json`]]),
  ) as unknown as Messages

/** The locale files: a test that uses a key needs no change for a new wording. */
export const messages: Record<Language, Messages> = { ru: readMessages('ru'), en: readMessages('en') }

export const { ru } = messages

/** A message with its placeholders replaced. */
export const fill = (message: string, values: Record<string, string | number>): string =>
  message.replace(/\{\{\s*(\w+)[^}]*\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** A message up to its first placeholder. */
export const beforePlaceholder = (message: string): string => (message.split('{{')[0] ?? '').trim()

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches what starts with one of the messages. */
export const startingWith = (...messages: string[]): RegExp =>
  new RegExp(`^(?:${messages.map(escapePattern).join('|')})`)

/** Matches what contains one of the messages. */
export const anyOf = (...messages: string[]): RegExp => new RegExp(messages.map(escapePattern).join('|'))

/** Matches one of the messages exactly. */
export const oneOf = (...messages: string[]): RegExp =>
  new RegExp(`^(?:${messages.map(escapePattern).join('|')})$`)
