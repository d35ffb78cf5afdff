/** The part of the router's history in use. */
interface HistoryLike {
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string }
  replace(path: string): void
  flush(): void
}

export type SecretName = 'code' | 'error' | 'token'

/** Search parameters that must not stay in the URL, by path. */
const SECRET_PARAMS: ReadonlyMap<string, readonly SecretName[]> = new Map<string, readonly SecretName[]>([
  ['/callback', ['code', 'error']],
  ['/new-password', ['token']],
])

/** Limit of the contract. */
const MAX_SECRET_LENGTH = 2048

/** The values of the initial URL, in memory only: neither in storage nor in the history. */
export interface UrlSecrets {
  /** The value, or null when missing or too long. */
  peek(name: SecretName): string | null
  /** Returns and removes the value, so that it is used once, also after Back and in StrictMode. */
  take(name: SecretName): string | null
  forget(): void
}

const normalizePath = (pathname: string): string => pathname.toLowerCase().replace(/\/+$/, '')

/** Before any request. */
export const consumeUrlSecrets = (history: HistoryLike): UrlSecrets => {
  const { pathname, search, hash } = history.location
  const names = SECRET_PARAMS.get(normalizePath(pathname)) ?? []
  const given = new URLSearchParams(search)
  const values = new Map<SecretName, string>()
  for (const name of names) {
    const value = given.get(name)
    if (value && value.length <= MAX_SECRET_LENGTH) values.set(name, value)
  }
  // Some systems answer in the fragment.
  if (names.length > 0 && search + hash !== '') {
    history.replace(pathname)
    history.flush()
  }
  return {
    peek: name => values.get(name) ?? null,
    take(name) {
      const value = values.get(name) ?? null
      values.delete(name)
      return value
    },
    forget: () => values.clear(),
  }
}
