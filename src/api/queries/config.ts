import { queryOptions } from '@tanstack/react-query'
import { MINUTE_MS } from '../../lib/durations'
import type { Config, Notice } from '../config'
import type { ConfigError } from '../config-error'
import { type ApiError, toApiError } from '../errors'

/** The schema is a chunk of its own, so that startup doesn't wait for it. */
const loadReader = (signal: AbortSignal) =>
  import('../config').catch(thrown => {
    throw toApiError({ thrown, signal }, 'config.json')
  })

/** Loaded once per visit. A `ConfigError` is not retried, because `shouldRetry` only retries an `ApiError`. */
export const configQuery = () =>
  queryOptions<Config, ConfigError | ApiError>({
    queryKey: ['config'],
    queryFn: async ({ signal }) => (await loadReader(signal)).loadConfig(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** A tab that returns sooner doesn't read the file again. */
const NOTICE_FRESH_MS = MINUTE_MS

/** Read again while the page is open. After a failure the last one stays. */
export const noticeQuery = () =>
  queryOptions<Notice | null, ConfigError | ApiError>({
    queryKey: ['config', 'notice'],
    queryFn: async ({ client, queryKey, signal }) => {
      // The first one costs no request of its own: others read the file once per visit.
      const isFirst = !client.getQueryState(queryKey)?.dataUpdatedAt
      const config = isFirst && (await client.query(configQuery()).catch(() => null))
      return config ? (config.notice ?? null) : (await loadReader(signal)).loadNotice(signal)
    },
    staleTime: NOTICE_FRESH_MS,
    gcTime: Number.POSITIVE_INFINITY,
  })
