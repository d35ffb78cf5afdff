import type { Words } from '../api/config'
import { toLanguage } from '../lib/languages'

/** A text of `config.json` in the language of the interface; one that is the same in both stands alone. */
export const configWords = (value: string | Words, language: string): string =>
  typeof value === 'string' ? value : value[toLanguage(language)]
