import { toLanguage } from '../lib/languages'

/** For a crash before the locale files are loaded; a test keeps them equal to the locale files. */
const crashMessages = {
  ru: {
    title: 'Ошибка',
    text: 'К сожалению, произошла ошибка, попробуйте перезагрузить страницу',
    reload: 'Перезагрузить страницу',
  },
  en: {
    title: 'Error',
    text: 'Unfortunately, an error occurred, try to reload the page',
    reload: 'Reload page',
  },
} as const

/** In the language of the document, which is set by src/boot. */
export const getCrashMessages = () => crashMessages[toLanguage(globalThis.document?.documentElement.lang)]
