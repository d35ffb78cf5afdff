import { type Language, languages, toLanguage } from './languages'

/** The name and the life of the language cookie (specification §2 header, §9). */
const languageCookie = 'language'
const lifeInSeconds = 365 * 24 * 60 * 60

/**
 * The language in a cookie header or `document.cookie`; `ru` when there is none or it is not one of ours
 * (specification §1). Pure, so Node can use it too.
 */
export const readLanguageCookie = (cookies: string): Language => {
  for (const pair of cookies.split(';')) {
    const [name, value] = pair.split('=')
    const language = languages.find(one => one === value?.trim())
    if (name?.trim() === languageCookie && language) return language
  }
  return toLanguage(undefined)
}

/** The cookie as `document.cookie` and `Set-Cookie` want it. */
export const languageCookieText = (language: Language, isSecure: boolean): string =>
  `${languageCookie}=${language}; Max-Age=${lifeInSeconds}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** What `document.cookie` shows and takes; nothing without a page, or where cookies are refused, as in a sandboxed frame. */
export const pageCookies = {
  read: (): string => globalThis.document?.cookie ?? '',
  write: (text: string): void => {
    try {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent from Firefox and Safari.
      document.cookie = text
    } catch {
      // What it was for does without: the language stays for this page, a refresh is waited for in full.
    }
  },
}

/** Keeps the choice. */
export const writeLanguageCookie = (language: Language): void =>
  pageCookies.write(languageCookieText(language, location.protocol === 'https:'))

/** There while a refresh is under way; it says nothing. The answer takes it away: see `src/api/refresh-mark.ts`. */
export const refreshingCookieText = (seconds: number): string =>
  `flagship_refreshing=1; Max-Age=${seconds}; Path=/; SameSite=Strict`
