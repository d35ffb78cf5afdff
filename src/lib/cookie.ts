import { type Language, languages, toLanguage } from './languages'

const LANGUAGE_COOKIE = 'language'
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60

/** The language of a cookie header or `document.cookie`; the default without a valid one. Also runs in Node. */
export const readLanguageCookie = (cookies: string): Language => {
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.split('=')
    const language = languages.find(one => one === value?.trim())
    if (name?.trim() === LANGUAGE_COOKIE && language) return language
  }
  return toLanguage(undefined)
}

/** Value for `document.cookie` and `Set-Cookie`. */
export const formatLanguageCookie = (language: Language, isSecure: boolean): string =>
  `${LANGUAGE_COOKIE}=${language}; Max-Age=${MAX_AGE_SECONDS}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** Does nothing without a document or where cookies are blocked, as in a sandboxed frame. */
export const pageCookies = {
  read: (): string => globalThis.document?.cookie ?? '',
  write: (text: string): void => {
    try {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent from Firefox and Safari.
      document.cookie = text
    } catch {
      // Both cookies are optional: the language lasts for this page, and a pending refresh is awaited in full.
    }
  },
}

export const writeLanguageCookie = (language: Language): void =>
  pageCookies.write(formatLanguageCookie(language, location.protocol === 'https:'))

/** Set while a refresh is pending; the web server removes it with the response, see `src/api/refresh.ts`. */
export const formatRefreshCookie = (seconds: number): string =>
  `flagship_refreshing=1; Max-Age=${seconds}; Path=/; SameSite=Strict`
