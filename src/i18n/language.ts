import i18next from 'i18next'
import { readLanguageCookie, writeLanguageCookie } from '../lib/cookie'
import type { Language } from '../lib/languages'

/** The kept choice, restored at start (specification §2, language menu). */
export const keptLanguage = (): Language =>
  readLanguageCookie(typeof document === 'undefined' ? '' : document.cookie)

/** Fetches the words already in use in the other language, then switches in one step: nothing is unmounted. */
export const switchLanguage = async (language: Language): Promise<void> => {
  await i18next.changeLanguage(language)
  writeLanguageCookie(language)
  document.documentElement.lang = language
}
