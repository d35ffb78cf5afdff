import { queryOptions } from '@tanstack/react-query'
import type { Config } from '../config'
import type { ConfigError } from '../config-error'
import { type ApiError, toApiError } from '../errors'

/** The schema is a chunk of its own, so that startup doesn't wait for it. */
const loadConfigLazily = async (signal: AbortSignal): Promise<Config> => {
  const reader = await import('../config').catch(thrown => {
    throw toApiError({ thrown, signal }, 'config.json')
  })
  return reader.loadConfig(signal)
}

/** Loaded once per visit. A `ConfigError` is not retried, because `shouldRetry` only retries an `ApiError`. */
export const configQuery = () =>
  queryOptions<Config, ConfigError | ApiError>({
    queryKey: ['config'],
    queryFn: ({ signal }) => loadConfigLazily(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
