import i18next from 'i18next'
import resourcesToBackend from 'i18next-resources-to-backend'
import { initReactI18next } from 'react-i18next'
import { languages } from '../lib/languages'

export const namespaces = ['common', 'errors', 'auth', 'groups', 'task', 'leaderboard'] as const

export type Namespace = (typeof namespaces)[number]

/** What every screen needs before it can show a word; the other namespaces come with their routes. */
const alwaysLoaded: readonly Namespace[] = ['common', 'errors']

const isStrict = import.meta.env.DEV || import.meta.env.MODE === 'test'

/**
 * Starts i18next in one language and fetches only that language's files.
 * Keys are flat and separators off, so that a server's text can never address another key (design §5, trap 6).
 */
export const startI18n = async (language: string): Promise<void> => {
  await i18next
    .use(resourcesToBackend((lng: string, ns: string) => import(`./locales/${lng}/${ns}.json`)))
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: languages,
      ns: alwaysLoaded,
      defaultNS: 'common',
      keySeparator: false,
      nsSeparator: false,
      nonExplicitSupportedLngs: false,
      // React escapes what it renders; escaping twice would show entities to the reader.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      saveMissing: isStrict,
      missingKeyHandler: (_languages, namespace, key) => {
        throw new Error(`The key "${key}" of namespace "${namespace}" has no text.`)
      },
    })
}

/** For route loaders: fetches the words of a screen beside its data, never after it. */
export const loadTexts = async (...names: Namespace[]): Promise<void> => {
  await i18next.loadNamespaces(names)
}
