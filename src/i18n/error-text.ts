import i18next from 'i18next'
import { ApiError } from '../api/errors'
import { staleChunks } from '../lib/stale-chunks'
import type errorTexts from './locales/ru/errors.json'

type ErrorKey = keyof typeof errorTexts

const text = (key: ErrorKey): string => i18next.t(key, { ns: 'errors' })

const failureTexts: Record<Exclude<ApiError['kind'], 'http'>, ErrorKey> = {
  offline: 'offline',
  network: 'network',
  timeout: 'timeout',
  aborted: 'network',
  badResponse: 'badResponse',
}

/** The catalogue's words for this detail are about the link in a letter; a 401 says it of the token of the session. */
const isOfSession = ({ status, detail }: ApiError): boolean => status === 401 && detail === 'Invalid token'

/**
 * The words for a failure where it happened: the server's detail when the catalogue knows it, else
 * "Unknown error" (specification §8). `ApiError.detail` is set only for catalogued details, so a server's
 * free text never reaches the key look-up.
 */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return text('common')
  if (error.kind !== 'http') return text(failureTexts[error.kind])
  if (isOfSession(error)) return text('hint.401')
  // Compiles only while every detail of the contract has its text.
  if (error.detail) return text(error.detail)
  return text(error.status === 429 ? 'rate_limited' : 'common')
}

const titled = new Set([400, 401, 403, 404, 422, 429, 500, 502, 503] as const)
type TitledStatus = typeof titled extends Set<infer Status> ? Status : never
const hasTitle = (status: number): status is TitledStatus => (titled as ReadonlySet<number>).has(status)

const titleKey = (error: ApiError): ErrorKey => {
  if (error.kind === 'offline') return 'title.offline'
  if (error.kind === 'badResponse') return 'title.badResponse'
  if (error.kind !== 'http') return 'title.network'
  const status = error.status ?? 500
  if (hasTitle(status)) return `title.${status}`
  return status >= 500 ? 'title.5xx' : 'title.4xx'
}

/** The title of the error page by status (specification §8). */
export const errorTitle = (error: ApiError): string => text(titleKey(error))

const hinted = new Map<number, ErrorKey>([
  [400, 'hint.400'],
  [401, 'hint.401'],
  [403, 'hint.403'],
  [404, 'hint.404'],
  [422, 'hint.422'],
  [429, 'hint.429'],
])

/** What happened and what to do next, for the error page. */
export const errorHint = (error: ApiError): string => {
  if (error.kind === 'offline') return text('hint.offline')
  if (error.kind === 'badResponse') return text('hint.badResponse')
  if (error.kind !== 'http') return text('hint.network')
  if (error.detail && error.detail !== 'common') return errorText(error)
  const status = error.status ?? 500
  return text(hinted.get(status) ?? (status >= 500 ? 'hint.5xx' : 'hint.4xx'))
}

/** The short forms by status, for a failure inside a section (specification §2, error page). */
export const shortErrorText = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.kind !== 'http') return errorText(error)
  const status = error.status ?? 500
  if (status >= 500) return text('server_error')
  if (status === 403) return text('access_denied')
  if (status === 404) return text('not_found')
  if (status === 422) return text('network_request')
  return errorText(error)
}

/**
 * For a failure inside a section that had better say why: the server's own reason where the catalogue has one, else the
 * short form of the status (specification §2 and §8).
 */
export const reasonText = (error: unknown): string => {
  const hasReason = error instanceof ApiError && error.detail !== undefined && error.detail !== 'common'
  return hasReason ? errorText(error) : shortErrorText(error)
}

/** The words for a part of the page whose code did not come: the network, or a deployment that took it away. */
export const partText = (): string =>
  staleChunks.isAsking() ? i18next.t('newVersion.part', { ns: 'common' }) : text('network')
