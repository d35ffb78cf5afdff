import i18next from 'i18next'
import { readLanguageCookie, writeLanguageCookie } from '../lib/cookie'
import type { Language } from '../lib/languages'
import { fetchMessages } from './init'

/** Empty in Node, and where cookies are blocked, as in a sandboxed frame (F03). */
const cookies = (): string => {
  try {
    return typeof document === 'undefined' ? '' : document.cookie
  } catch {
    return ''
  }
}

export const getStoredLanguage = (): Language => readLanguageCookie(cookies())

let requested: Language | null = null

/** Switches in one step without unmounting anything; a failed file changes nothing. The last of quick calls wins. */
export const switchLanguage = async (language: Language): Promise<void> => {
  requested = language
  await fetchMessages(language, [i18next.options.ns ?? []].flat())
  if (requested !== language) return
  await i18next.changeLanguage(language)
  writeLanguageCookie(language)
  document.documentElement.lang = language
}
