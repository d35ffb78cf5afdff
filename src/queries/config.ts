import { queryOptions } from '@tanstack/react-query'
import type { Config } from '../api/config'
import type { ConfigError } from '../api/config-error'
import { type ApiError, toApiError } from '../api/errors'

/** The reader and its checks are a chunk of their own: the start of the application does not wait for them. */
const load = async (signal: AbortSignal): Promise<Config> => {
  const reader = await import('../api/config').catch(thrown => {
    throw toApiError({ thrown, signal }, 'get /config.json')
  })
  return reader.loadConfig(signal)
}

/**
 * The configuration of this deployment, read once a visit. A wrong file does not get better by asking again, and the
 * common rule of retries asks again after an `ApiError` only. A page that can live without it uses `useQuery`.
 */
export const configQuery = () =>
  queryOptions<Config, ConfigError | ApiError>({
    queryKey: ['config'],
    queryFn: ({ signal }) => load(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
