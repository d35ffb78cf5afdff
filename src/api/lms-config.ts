import type { Config, LocalizedText } from './config'
import { toApiError } from './errors'

/** Name and login URL of the deployment's LMS. */
export type LmsConfig = NonNullable<Config['lms']>

const isHttpsUrl = (value: unknown): value is string => {
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

const isLocalizedText = (value: unknown): value is LocalizedText => {
  const labels = value as Partial<LocalizedText> | null | undefined
  return isText(labels?.ru) && isText(labels?.en)
}

/** Null for every value that `./config.ts` would reject. */
export const parseLmsConfig = (config: unknown): LmsConfig | null => {
  const lms = (config as { lms?: { name?: unknown; login_url?: unknown } | null } | null)?.lms
  return isLocalizedText(lms?.name) && isHttpsUrl(lms?.login_url)
    ? { name: lms.name, login_url: lms.login_url }
    : null
}

const OPERATION = 'config.json'

/**
 * Reads only the LMS part of `config.json`: the login page doesn't need the full schema. Null when there is no LMS;
 * rejects with an `ApiError` when the file can't be loaded.
 */
export const loadLmsConfig = async (signal: AbortSignal): Promise<LmsConfig | null> => {
  try {
    const headers = { Accept: 'application/json' }
    const response = await fetch('/config.json', { signal, headers, cache: 'no-cache' })
    if (!response.ok) throw toApiError({ response, body: null }, OPERATION)
    return parseLmsConfig(await response.json())
  } catch (thrown) {
    throw toApiError({ thrown, signal }, OPERATION)
  }
}
