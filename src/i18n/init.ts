import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isolated } from '../lib/isolated'
import { type Language, languages } from '../lib/languages'

export const namespaces = [
  'common',
  'errors',
  'account',
  'auth',
  'competencies',
  'exam',
  'examBar',
  'feedback',
  'groups',
  'hints',
  'info',
  'invite',
  'lab',
  'leaderboard',
  'ledger',
  'lms',
  'meta',
  'payment',
  'recovery',
  'registration',
  'sharing',
  'shortcuts',
  'task',
  'terminal',
] as const

export type Namespace = (typeof namespaces)[number]

/** What every screen needs before it can show a word; the other namespaces come with their routes. */
const alwaysLoaded: readonly Namespace[] = ['common', 'errors']

/** i18next adds what is fetched later, so that a second start, as in tests, brings it too. */
const inUse: Namespace[] = [...alwaysLoaded]

/** Stands in for what does not come in another language (specification §2). */
const fallback: Language = 'ru'

/** Not before it is needed: i18next would fetch the files of both languages. */
let isFallbackNeeded = false

/** Why a file of words did not come the last time: i18next keeps that to itself. */
let failure: unknown

/** Where the platform is simulated, a missing text is a mistake to be seen, and nobody's work is at stake. */
const isStrict = import.meta.env.DEV || import.meta.env.MODE === 'test' || import.meta.env.VITE_MOCKS === 'on'

/** The bundler makes a file of each. */
const wordsOf = (language: string, name: string) => import(`./locales/${language}/${name}.json`)

/** Begins to fetch the words of the first page before anything can ask for them; who asks then is told of a failure. */
export const warmTexts = (language: Language, names: readonly Namespace[]): void => {
  for (const name of [...alwaysLoaded, ...names]) wordsOf(language, name).catch(() => {})
}

const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, name, done) => {
    wordsOf(language, name).then(
      file => done(null, file.default),
      (error: Error) => {
        failure = error
        done(error, null)
      },
    )
  },
}

/**
 * Starts i18next in one language and fetches only that language's files.
 * Keys are flat and separators off, so that a server's text can never address another key (design §5, trap 6).
 */
export const startI18n = async (language: string): Promise<void> => {
  isFallbackNeeded = false
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: () => (isFallbackNeeded ? [fallback] : []),
      supportedLngs: languages,
      ns: inUse,
      defaultNS: 'common',
      keySeparator: false,
      nsSeparator: false,
      nonExplicitSupportedLngs: false,
      // React escapes what it renders; escaping twice would show entities to the reader. What is left is the direction.
      interpolation: { escape: isolated },
      react: { useSuspense: false },
      saveMissing: isStrict,
      missingKeyHandler: (_languages, namespace, key) => {
        throw new Error(`The key "${key}" of namespace "${namespace}" has no text.`)
      },
    })
  await fetchFallback(language, alwaysLoaded)
}

const isAbsent = (language: string) => (name: string) => !i18next.hasResourceBundle(language, name)

const requireTexts = (language: string, names: readonly string[]): void => {
  const absent = names.filter(isAbsent(language))
  if (absent.length > 0)
    throw new Error(`No words came for: ${absent.join(', ')} (${language}).`, { cause: failure })
}

/**
 * Fetches what is not there yet, and rejects when it does not come. i18next's own calls hide a failure and never ask
 * again after one; a reload does.
 */
export const fetchTexts = async (language: string, names: readonly string[]): Promise<void> => {
  const absent = names.filter(isAbsent(language))
  if (absent.length > 0) await i18next.reloadResources([language], absent)
  requireTexts(language, absent)
}

/** Fetches in Russian what is not there in another language, and rejects when that does not come either. */
const fetchFallback = async (language: string, names: readonly string[]): Promise<void> => {
  const absent = names.filter(isAbsent(language))
  if (absent.length === 0) return
  if (language === fallback) requireTexts(language, absent)
  await fetchTexts(fallback, absent)
  isFallbackNeeded = true
}

/** For route loaders: fetches the words of a screen beside its data, never after it. */
export const loadTexts = async (...names: Namespace[]): Promise<void> => {
  let language: string
  do {
    language = i18next.language
    const own = language
    await fetchTexts(own, names).catch(() => fetchFallback(own, names))
    // Somebody may have changed the language meanwhile.
  } while (language !== i18next.language)
  // Nothing is left to fetch: this only notes that the words are in use, for the next change of language.
  await i18next.loadNamespaces(names)
}
