import type { Config, Words } from './config'
import { toApiError } from './errors'

/** How this deployment's learning system is called, and where its sign-in begins. */
export type LmsEntry = NonNullable<Config['lms']>

const isAddress = (value: unknown): value is string => {
  try {
    const { protocol, hostname, username } = new URL(String(value))
    const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
    return (
      typeof value === 'string' &&
      username === '' &&
      (protocol === 'https:' || (protocol === 'http:' && isLocal))
    )
  } catch {
    return false
  }
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 4000

const isWords = (value: unknown): value is Words => {
  const words = value as Partial<Words> | null | undefined
  return isText(words?.ru) && isText(words?.en)
}

/** Null for whatever `./config.ts` would refuse as well. */
export const readLmsEntry = (config: unknown): LmsEntry | null => {
  const lms = (config as { lms?: { name?: unknown; login_url?: unknown } | null } | null)?.lms
  return isWords(lms?.name) && isAddress(lms?.login_url) ? { name: lms.name, login_url: lms.login_url } : null
}

const operation = 'get /config.json'

/**
 * Reads of `config.json` what the login page shows: the checks of the whole file are more code than that page. Null when
 * there is no such system; rejects with an `ApiError` when the file does not come or is no JSON.
 */
export const loadLmsEntry = async (signal: AbortSignal): Promise<LmsEntry | null> => {
  try {
    const headers = { Accept: 'application/json' }
    const response = await fetch('/config.json', { signal, headers, cache: 'no-cache' })
    if (!response.ok) throw toApiError({ response, body: null }, operation)
    return readLmsEntry(await response.json())
  } catch (thrown) {
    throw toApiError({ thrown, signal }, operation)
  }
}
