import { toLanguage } from '../lib/languages'

/**
 * The top-level failure of the specification's §2, for when the files of words are what failed. The one place outside
 * the locales that holds words; a test keeps them equal to the locales' own.
 */
const crashWords = {
  ru: {
    title: 'Ошибка',
    text: 'К сожалению, произошла ошибка, попробуйте перезагрузить страницу',
    reload: 'Перезагрузить страницу',
  },
  en: {
    title: 'Error',
    text: 'Unfortunately, an error occurred, try to reload the page',
    reload: 'Reload the page',
  },
} as const

/** The words in the language of the page, which is set before anything can fail. */
export const crashText = () => crashWords[toLanguage(globalThis.document?.documentElement.lang)]
