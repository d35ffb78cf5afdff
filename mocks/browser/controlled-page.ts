/** What the platform must know about the application in its page. */
export interface AppIntegration {
  /** Every local storage key of the application. */
  storageKeys: readonly string[]
  /** The keys that hold data of the signed-in user. */
  perUserKeys: readonly string[]
  /** Sets the language (`ru`, `en`) for the next page load. */
  saveLanguage: (language: string) => void
}

/** What the controls need of the page around the platform. */
export interface ControlledPage {
  /** Path, search and hash. */
  path(): string
  /** Loads a path of the site; anything else loads the home page. */
  navigate(path: string): void
  /** Reloads all other tabs, which may hold a previous user or database in memory. */
  reloadOtherTabs(): void
  language(): string
  theme(): string
  saveLanguage(language: string): void
  /** The application's local storage, by key. */
  readStorage(): Record<string, string>
  /** Replaces the application's local storage. */
  writeStorage(values: Readonly<Record<string, string>>): void
  /** Removes the previous user's data; with a token, the next page load is signed in. */
  setToken(token: string | null): void
}

/** The local storage key of the application's refresh token. */
const tokenKey = 'token'

/** `channel` reaches other tabs; absent where BroadcastChannel is not supported. */
export function controlPage(
  { storageKeys, perUserKeys, saveLanguage }: AppIntegration,
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
  page: Pick<Window, 'location' | 'localStorage' | 'document'> = window,
): ControlledPage {
  const { location, localStorage, document } = page
  channel?.addEventListener('message', () => location.reload())
  /** Never removes a key that gets a new value: without the token for a moment, other tabs would sign out. */
  const writeKeys = (keys: readonly string[], values: Readonly<Record<string, unknown>>) => {
    for (const key of keys) {
      const value = values[key]
      if (typeof value === 'string') localStorage.setItem(key, value)
      else localStorage.removeItem(key)
    }
  }
  return {
    path: () => location.href.slice(location.origin.length),
    navigate: path => {
      const address = new URL(path, location.origin)
      const isOwn = path.startsWith('/') && address.origin === location.origin
      const target = isOwn ? address.href : `${location.origin}/`
      if (target === location.href) location.reload()
      else location.assign(target)
    },
    reloadOtherTabs: () => channel?.postMessage(null),
    language: () => document.documentElement.lang,
    theme: () => localStorage.getItem('theme') ?? 'system',
    saveLanguage,
    readStorage: () => {
      const found = storageKeys.flatMap(key => {
        const value = localStorage.getItem(key)
        return value === null ? [] : [[key, value]]
      })
      return Object.fromEntries(found)
    },
    writeStorage: values => writeKeys(storageKeys, values),
    setToken: token => writeKeys([...perUserKeys, tokenKey], { [tokenKey]: token }),
  }
}
