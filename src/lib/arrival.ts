/** The part of a router's history that is used. */
interface AddressBar {
  readonly location: { readonly pathname: string; readonly search: string }
  replace(path: string): void
  flush(): void
}

export type SecretName = 'code' | 'error' | 'token'

/** What an address brings once and must not keep, by the path that takes it. */
const secretsOf: ReadonlyMap<string, readonly SecretName[]> = new Map<string, readonly SecretName[]>([
  ['/callback', ['code', 'error']],
  ['/new-password', ['token']],
])

/** As much as the contract lets a code or a token be. */
const longest = 2048

/** What the address held when the page was opened. It lives in memory alone: no storage, no entry of the history. */
export interface Arrival {
  /** The value, or null when the address had none that could be one. */
  peek(name: SecretName): string | null
  /** The value, forgotten here: whoever takes it is the only one to spend it, after Back and in StrictMode too. */
  take(name: SecretName): string | null
  forget(): void
}

const plainPath = (pathname: string): string => pathname.toLowerCase().replace(/\/+$/, '')

/**
 * Takes the code of a login through the learning system, or the token of a letter, out of the address that the page
 * was opened with, before the guards ask anything of the server. The values are read from the address as it stands,
 * because the router would read a code of digits as a number.
 */
export const takeArrival = (bar: AddressBar): Arrival => {
  const { pathname, search } = bar.location
  const names = secretsOf.get(plainPath(pathname)) ?? []
  const given = new URLSearchParams(search)
  const kept = new Map<SecretName, string>()
  for (const name of names) {
    const value = given.get(name)
    if (value && value.length <= longest) kept.set(name, value)
  }
  if (names.length > 0 && search !== '') {
    bar.replace(pathname)
    bar.flush()
  }
  return {
    peek: name => kept.get(name) ?? null,
    take(name) {
      const value = kept.get(name) ?? null
      kept.delete(name)
      return value
    },
    forget: () => kept.clear(),
  }
}
