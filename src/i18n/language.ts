import i18next from 'i18next'
import { readLanguageCookie, writeLanguageCookie } from '../lib/cookie'
import type { Language } from '../lib/languages'
import { fetchTexts } from './init'

/** The cookies of the page; none in Node, and none where they are refused, as in a sandboxed frame (F03). */
const cookies = (): string => {
  try {
    return typeof document === 'undefined' ? '' : document.cookie
  } catch {
    return ''
  }
}

/** The kept choice, restored at start (specification §2, language menu). */
export const keptLanguage = (): Language => readLanguageCookie(cookies())

let wanted: Language | null = null

/**
 * Fetches the words already in use in the other language, then switches in one step: nothing is unmounted. Rejects,
 * and all stays as it was, when a file does not come. Of two quick choices the last one counts.
 */
export const switchLanguage = async (language: Language): Promise<void> => {
  wanted = language
  await fetchTexts(language, [i18next.options.ns ?? []].flat())
  if (wanted !== language) return
  await i18next.changeLanguage(language)
  writeLanguageCookie(language)
  document.documentElement.lang = language
}
