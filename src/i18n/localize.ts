import type { LocalizedText } from '../api/config'
import { toLanguage } from '../lib/languages'

/** A string of `config.json`, which may have one version for all languages. */
export const localize = (value: string | LocalizedText, language: string): string =>
  typeof value === 'string' ? value : value[toLanguage(language)]
