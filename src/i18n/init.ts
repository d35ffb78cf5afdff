import i18next, { type BackendModule, type PostProcessorModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages } from '../lib/languages'
import { isolateBidi } from '../lib/safe-text'
import { mendTypography } from './typography'

export const namespaces = [
  'common',
  'errors',
  'account',
  'auth',
  'callback',
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
  'palette',
  'payment',
  'recovery',
  'register',
  'registration',
  'sharing',
  'shortcuts',
  'solves',
  'task',
  'teaching',
  'terminal',
  'verify',
  'vpn',
] as const

export type Namespace = (typeof namespaces)[number]

/** Needed by every page; the other namespaces are loaded by routes. */
const alwaysLoaded: readonly Namespace[] = ['common', 'errors']

/** i18next adds namespaces that are loaded later; a second start, as in tests, loads them again. */
const inUse: Namespace[] = [...alwaysLoaded]

/** Used for namespaces that fail to load in another language. */
const fallback: Language = 'ru'

/** Only set when needed: otherwise i18next would load the files of both languages. */
let isFallbackNeeded = false

/** i18next does not expose load errors. */
let lastLoadError: unknown

/** A missing key throws in development, tests and simulated builds; in production the key is shown. */
const isStrict = import.meta.env.DEV || import.meta.env.MODE === 'test' || import.meta.env.VITE_MOCKS === 'on'

const throwForMissingKey = (_languages: readonly string[], namespace: string, key: string): never => {
  throw new Error(`The key "${key}" of namespace "${namespace}" has no text.`)
}

/** Vite makes a chunk of each file. */
const importLocaleFile = (language: string, name: string) => import(`./locales/${language}/${name}.json`)

/** Starts loading the messages of the first page. Errors are ignored: `loadMessages` reports them. */
export const preloadMessages = (language: Language, names: readonly Namespace[]): void => {
  for (const name of [...alwaysLoaded, ...names]) importLocaleFile(language, name).catch(() => {})
}

const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, name, done) => {
    importLocaleFile(language, name).then(
      file => done(null, file.default),
      (error: Error) => {
        lastLoadError = error
        done(error, null)
      },
    )
  },
}

/** Applied to every message, after the values are in: a build can't know them. */
export const typography: PostProcessorModule = {
  type: 'postProcessor',
  name: 'typography',
  process: mendTypography,
}

/** Loads one language. Keys are flat without separators, so that a server's text can't address another key. */
export const startI18n = async (language: string): Promise<void> => {
  isFallbackNeeded = false
  await i18next
    .use(backend)
    .use(typography)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: () => (isFallbackNeeded ? [fallback] : []),
      supportedLngs: languages,
      ns: inUse,
      defaultNS: 'common',
      keySeparator: false,
      nsSeparator: false,
      postProcess: typography.name,
      // React escapes HTML; this only isolates the text direction of values.
      interpolation: { escape: isolateBidi },
      react: { useSuspense: false },
      saveMissing: isStrict,
      // Left out of production.
      ...(isStrict && { missingKeyHandler: throwForMissingKey }),
    })
  await fetchFallback(language, alwaysLoaded)
}

if (import.meta.hot)
  // A file was saved; `scripts/lib/messages-plugin.ts` sends it.
  import.meta.hot.on('flagship:messages', ({ language, namespace, messages }) => {
    i18next.removeResourceBundle(language, namespace)
    i18next.addResourceBundle(language, namespace, messages)
    i18next.emit('languageChanged', i18next.language)
  })

const isMissing = (language: string) => (name: string) => !i18next.hasResourceBundle(language, name)

const assertLoaded = (language: string, names: readonly string[]): void => {
  const missing = names.filter(isMissing(language))
  if (missing.length > 0)
    throw new Error(`Failed to load messages: ${missing.join(', ')} (${language}).`, { cause: lastLoadError })
}

/** Loads missing namespaces; rejects on failure. i18next's `loadNamespaces` hides failures and never retries. */
export const fetchMessages = async (language: string, names: readonly string[]): Promise<void> => {
  const missing = names.filter(isMissing(language))
  if (missing.length > 0) await i18next.reloadResources([language], missing)
  assertLoaded(language, missing)
}

/** Loads in Russian what is missing in another language. */
const fetchFallback = async (language: string, names: readonly string[]): Promise<void> => {
  const missing = names.filter(isMissing(language))
  if (missing.length === 0) return
  if (language === fallback) assertLoaded(language, missing)
  await fetchMessages(fallback, missing)
  isFallbackNeeded = true
}

/** For route loaders: loads the messages of a page in parallel with its data. */
export const loadMessages = async (...names: Namespace[]): Promise<void> => {
  let language: string
  do {
    language = i18next.language
    const own = language
    await fetchMessages(own, names).catch(() => fetchFallback(own, names))
    // The language may have changed meanwhile.
  } while (language !== i18next.language)
  // Loads nothing: marks the namespaces as in use, for the next change of language.
  await i18next.loadNamespaces(names)
}
