/** What the application tells of itself to the platform that runs in its page. */
export interface ApplicationFacts {
  /** Every key that it keeps in local storage. */
  storageKeys: readonly string[]
  /** Those of them that a person leaves behind. */
  personalKeys: readonly string[]
  /** Makes the application speak the language (`ru`, `en`) when it is loaded next. */
  keepLanguage: (language: string) => void
}

/** The page around the platform, as far as its controls change it. */
export interface ControlledPage {
  /** Path, search and hash. */
  path(): string
  /** Loads a path of the site anew; what is no such path is the home page. */
  load(path: string): void
  /** Loads every other tab of the site anew, where it stands: its code remembers a person or a database that are no more. */
  loadOthers(): void
  language(): string
  theme(): string
  keepLanguage(language: string): void
  /** What the application keeps, by key. */
  storage(): Record<string, string>
  /** Puts these values in the place of all that it keeps. */
  keepStorage(values: Readonly<Record<string, string>>): void
  /** Forgets the person who was there; the token of the next one, if there is one, brings them in. */
  keepToken(token: string | null): void
}

/** Where the specification has the application keep that somebody is signed in. */
const tokenKey = 'token'

/** Other tabs are reached by the channel; absent where the browser has none. */
export function controlPage(
  { storageKeys, personalKeys, keepLanguage }: ApplicationFacts,
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
  page: Pick<Window, 'location' | 'localStorage' | 'document'> = window,
): ControlledPage {
  const { location, localStorage, document } = page
  channel?.addEventListener('message', () => location.reload())
  /** In one step for each key: a token that is away for a moment would sign other tabs out. */
  const keep = (keys: readonly string[], values: Readonly<Record<string, unknown>>) => {
    for (const key of keys) {
      const value = values[key]
      if (typeof value === 'string') localStorage.setItem(key, value)
      else localStorage.removeItem(key)
    }
  }
  return {
    path: () => location.href.slice(location.origin.length),
    load: path => {
      const address = new URL(path, location.origin)
      const isOwn = path.startsWith('/') && address.origin === location.origin
      const target = isOwn ? address.href : `${location.origin}/`
      if (target === location.href) location.reload()
      else location.assign(target)
    },
    loadOthers: () => channel?.postMessage(null),
    language: () => document.documentElement.lang,
    theme: () => localStorage.getItem('theme') ?? 'system',
    keepLanguage,
    storage: () => {
      const found = storageKeys.flatMap(key => {
        const value = localStorage.getItem(key)
        return value === null ? [] : [[key, value]]
      })
      return Object.fromEntries(found)
    },
    keepStorage: values => keep(storageKeys, values),
    keepToken: token => keep([...personalKeys, tokenKey], { [tokenKey]: token }),
  }
}
